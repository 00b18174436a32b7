//! Two seeds in one script: conjoined or disjoined, with replacements and constraints.

use crate::fusable::{SECOND, Variable};
use crate::partner::Side;
use crate::prepare::ANY_LOGIC;
use crate::seed::Seed;
use crate::strategy::{Change, Claim, Mutation};
use gadfly_formula::Expect;
use gadfly_rng::Rng;
use gadfly_term::NodeId;
use std::fmt::Write as _;

/// How two seeds are joined, and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Conjunction, else disjunction.
    pub(crate) conjunction: bool,
    /// Whether the fusion constraints are asserted.
    pub(crate) constrained: bool,
    /// Whether functions must recover variables for all values, or else a witness must confirm.
    pub(crate) total: bool,
    /// The answer that follows.
    pub(crate) expect: Expect,
}

/// The shape for two seeds: SAT, UNSAT, or one of the two mixed forms.
pub(crate) fn shape(sides: [Side<'_>; 2], rng: &mut Rng) -> Shape {
    use Expect::{Sat, Unknown, Unsat};
    let make = |conjunction, constrained, total, expect| Shape {
        conjunction,
        constrained,
        total,
        expect,
    };
    let [first, second] = sides.map(|side| side.seed.single().unwrap_or(Unknown));
    match (first, second) {
        (Sat, Sat) => make(true, false, !rng.chance(1, 8), Sat),
        (Unsat, Unsat) => make(false, true, false, Unsat),
        (Sat, Unsat) | (Unsat, Sat) if rng.chance(1, 2) => make(false, false, true, Sat),
        (Sat, Unsat) | (Unsat, Sat) => make(true, true, false, Unsat),
        (Unsat, _) | (_, Unsat) => make(true, true, false, Unsat),
        (Sat, _) | (_, Sat) => make(false, false, true, Sat),
        _ => make(rng.chance(1, 2), rng.chance(1, 2), false, Unknown),
    }
}

/// A joint script being written.
pub(crate) struct Join<'a> {
    sides: [Side<'a>; 2],
    shape: Shape,
    declarations: String,
    constraints: String,
    values: String,
    replacements: [Vec<(NodeId, usize)>; 2],
    texts: Vec<String>,
    /// What is new, as a script of its own; `None` where the whole has to be looked at.
    part: Option<String>,
    /// The seeds' variables that the new part mentions.
    mentioned: Vec<&'a str>,
}

impl<'a> Join<'a> {
    pub(crate) fn new(sides: [Side<'a>; 2], shape: Shape) -> Self {
        Join {
            sides,
            shape,
            declarations: String::new(),
            constraints: String::new(),
            values: String::new(),
            replacements: [Vec::new(), Vec::new()],
            texts: Vec::new(),
            part: Some(String::with_capacity(512)),
            mentioned: Vec::new(),
        }
    }

    pub(crate) fn declare(&mut self, text: &str) {
        self.declarations.push_str(text);
        if let Some(part) = &mut self.part {
            part.push_str(text);
        }
    }

    /// Adds values of fresh variables to the witness.
    pub(crate) fn define(&mut self, values: &str) {
        self.values.push_str(values);
    }

    /// Notes that the new terms mention a variable of the seeds.
    pub(crate) fn mention(&mut self, variable: &'a Variable) {
        if self.mentioned.contains(&variable.name.as_str()) {
            return;
        }
        self.mentioned.push(&variable.name);
        match &mut self.part {
            Some(part) if variable.ty.is_everywhere() => {
                let _ = writeln!(part, "(declare-fun {} () {})", variable.name, variable.ty);
            }
            // A sort of the seed's own needs the seed's declarations.
            part => *part = None,
        }
    }

    /// Notes z = f(x, y) and the two inversions.
    pub(crate) fn constrain(
        &mut self,
        [z, sort, fuse]: [&str; 3],
        [x, rx]: [&str; 2],
        [y, ry]: [&str; 2],
    ) {
        let _ = writeln!(self.values, "(define-fun {z} () {sort} {fuse})");
        let from = self.constraints.len();
        let _ = writeln!(self.constraints, "(assert (= {z} {fuse}))");
        let inversions = self.constraints.len();
        let _ = write!(
            self.constraints,
            "(assert (= {x} {rx}))\n(assert (= {y} {ry}))\n"
        );
        if let Some(part) = &mut self.part {
            let new = if self.shape.constrained {
                from
            } else {
                inversions
            };
            part.push_str(&self.constraints[new..]);
        }
    }

    /// Puts a term in the place of occurrences in the first or the second seed.
    pub(crate) fn replace(&mut self, first: bool, nodes: &[NodeId], with: String) {
        let at = self.texts.len();
        self.texts.push(with);
        self.replacements[usize::from(!first)].extend(nodes.iter().map(|&n| (n, at)));
    }

    /// Writes the script.
    pub(crate) fn finish(mut self, with: usize, trace: String, bare: bool) -> Mutation {
        let size: usize = self
            .sides
            .iter()
            .map(|side| side.seed.script.source().len())
            .sum();
        let mut text =
            String::with_capacity(size * 2 + self.declarations.len() + self.constraints.len());
        text.push_str(ANY_LOGIC);
        for Side { seed, parts } in self.sides {
            text.push_str(&seed.script.source()[parts.declarations.clone()]);
        }
        text.push_str(&self.declarations);
        self.replacements.iter_mut().for_each(|r| r.sort_unstable());
        if self.shape.conjunction {
            for side in 0..2 {
                for n in 0..self.sides[side].parts.assertions.len() {
                    text.push_str("(assert ");
                    self.write_assertion(side, n, &mut text);
                    text.push_str(")\n");
                }
            }
        } else {
            text.push_str("(assert (or");
            for side in 0..2 {
                text.push(' ');
                self.write_conjunction(side, &mut text);
            }
            text.push_str("))\n");
        }
        if self.shape.constrained {
            text.push_str(&self.constraints);
        }
        text.push_str("(check-sat)\n");
        let claim = self.claim(bare);
        let witness = self.witness();
        let mut mutation = Mutation::new(text, trace);
        mutation.claim = claim;
        mutation.witness = witness;
        mutation.change = self.part.map_or(Change::Whole, Change::Joined);
        mutation.with = Some(with);
        mutation
    }

    fn write_conjunction(&self, side: usize, text: &mut String) {
        let count = self.sides[side].parts.assertions.len();
        if count > 1 {
            text.push_str("(and");
        }
        for n in 0..count {
            if count > 1 {
                text.push(' ');
            }
            self.write_assertion(side, n, text);
        }
        if count > 1 {
            text.push(')');
        }
    }

    fn write_assertion(&self, side: usize, n: usize, text: &mut String) {
        let Side { seed, parts } = self.sides[side];
        let script = &seed.script;
        let root = parts.assertions[n];
        let first = root.0 + 1 - script.size(root);
        let replacements = &self.replacements[side];
        let from = replacements.partition_point(|(node, _)| node.0 < first);
        let span = script.span(root).range();
        let mut copied = span.start;
        for (node, with) in replacements[from..]
            .iter()
            .take_while(|(node, _)| node.0 <= root.0)
        {
            let at = script.span(*node).range();
            text.push_str(&script.source()[copied..at.start]);
            text.push_str(&self.texts[*with]);
            copied = at.end;
        }
        text.push_str(&script.source()[copied..span.end]);
    }

    fn claim(&self, bare: bool) -> Claim {
        let expect = self.shape.expect;
        if expect == Expect::Unknown {
            return Claim::Nothing;
        }
        // Both models may need one open value (a division by zero) to differ.
        let clash = self.sides[0].parts.open & self.sides[1].parts.open != 0;
        let conjoined = expect == Expect::Sat && self.shape.conjunction;
        if (conjoined && clash) || (expect == Expect::Sat && bare) {
            return Claim::IfWitnessed(vec![expect]);
        }
        Claim::Answers(vec![expect])
    }

    /// The seeds' models under the joint names, with the values of the fresh variables.
    fn witness(&self) -> Option<String> {
        if self.shape.expect != Expect::Sat {
            return None;
        }
        let model = |side: usize| self.sides[side].seed.known.model.as_deref();
        if model(0).is_none() && model(1).is_none()
            || self.shape.conjunction && (model(0).is_none() || model(1).is_none())
        {
            return None;
        }
        let times = self.sides[0].parts.partner;
        joint_witness(self.sides.map(|side| side.seed), times, &self.values)
    }
}

/// The models of a seed and of one under names that end in [`SECOND`] so many times, with the values
/// of fresh variables.
pub(crate) fn joint_witness(
    [first, second]: [&Seed; 2],
    times: usize,
    values: &str,
) -> Option<String> {
    // Two universes would share the names of their elements.
    let sorts = |seed: &Seed| seed.script.declared_sorts().len() > 0;
    if sorts(first) && sorts(second) {
        return None;
    }
    let model = |seed: &'_ Seed| seed.known.model.clone().unwrap_or_else(|| "()".into());
    let end = SECOND.repeat(times);
    let renamed = crate::rules::replace_symbols(&model(second), |word| {
        let new = format!("{word}{end}");
        second.script.symbol(&new).map(|_| new)
    });
    Some(crate::label::joint_model(&model(first), &renamed, values))
}
