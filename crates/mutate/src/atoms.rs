//! The Boolean structure of a seed and its atoms: what `skeleton` keeps, and what it exchanges.

use crate::fusable::repeats;
use crate::seed::Seed;
use crate::types::Ty;
use gadfly_term::{CommandKind, FunKind, Head, NodeId, Script, SortId};
use std::ops::Range;

/// Atoms longer than this are not given away.
const LONGEST: usize = 300;

/// The atoms of a seed.
#[derive(Debug)]
pub(crate) struct Atoms {
    /// Where an atom stands under connectives, quantifiers and `let`s only, in order.
    pub(crate) places: Vec<NodeId>,
    /// The atoms that may stand in another script.
    pub(crate) atoms: Vec<Atom>,
    /// How often the names of a seed that stands second to this one end in
    /// [`crate::fusable::SECOND`].
    pub(crate) partner: usize,
    /// The command that another script's declarations may stand before; `None` where they would be
    /// forgotten again.
    pub(crate) start: Option<usize>,
}

/// An atom that may stand in another script, once its variables mean something there.
#[derive(Debug)]
pub(crate) struct Atom {
    pub(crate) node: NodeId,
    /// Declared constants, and variables that are bound outside.
    pub(crate) variables: Vec<Variable>,
    /// Where they stand in the text, in order, by number; `None` where the atom binds variables
    /// itself, which must capture nothing.
    pub(crate) occurrences: Option<Vec<(Range<usize>, usize)>>,
    /// Whether it mentions functions or sorts of its script.
    pub(crate) declared: bool,
}

/// A variable of an atom.
#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) head: Head,
    pub(crate) ty: Ty,
}

impl Atoms {
    pub(crate) fn of(seed: &Seed) -> Atoms {
        let script = &seed.script;
        let places = places(seed);
        let forgets = |kind| {
            matches!(
                kind,
                CommandKind::Pop | CommandKind::Reset | CommandKind::ResetAssertions
            )
        };
        let kinds = || script.commands().iter().map(|command| command.kind);
        // A name that is declared again after a `pop` may mean something else there.
        let given = if kinds().any(forgets) {
            &[][..]
        } else {
            &places
        };
        let atoms = given.iter().filter_map(|&node| Atom::of(seed, node));
        let resets = kinds().any(|kind| forgets(kind) && kind != CommandKind::Pop);
        let first = kinds()
            .position(|kind| !matches!(kind, CommandKind::SetLogic | CommandKind::SetOption));
        Atoms {
            atoms: atoms.collect(),
            partner: repeats(script.source()) + 1,
            start: first.filter(|_| !resets),
            places,
        }
    }
}

impl Atom {
    fn of(seed: &Seed, node: NodeId) -> Option<Atom> {
        let (script, analysis) = (&seed.script, seed.analysis());
        let span = script.span(node).range();
        if span.len() > LONGEST || matches!(script.text(node), "true" | "false") {
            return None;
        }
        let mut atom = Atom {
            node,
            variables: Vec::new(),
            occurrences: Some(Vec::new()),
            declared: false,
        };
        for part in script.subterm(node) {
            let head = script.head(part);
            let variable = match head {
                Head::Fun(fun) => {
                    let constant =
                        script.args(part).is_empty() && script.fun(fun).kind == FunKind::Declared;
                    atom.declared |= !constant;
                    constant
                }
                Head::Var(var) => analysis.is_bound_outside(script, var, node),
                Head::Op(_) | Head::Literal(_) => false,
                Head::Forall | Head::Exists | Head::Let | Head::Match => {
                    atom.occurrences = None;
                    false
                }
                // A pattern's terms, and what is applied like a function, must keep their form.
                _ => return None,
            };
            atom.declared |= !seed.ty(script.sort(part)).is_everywhere();
            if variable {
                let at = script.span(part).range();
                // Only a name can be applied to arguments everywhere.
                if script.source()[..at.start].ends_with('(') {
                    return None;
                }
                atom.note(head, seed.ty(script.sort(part)));
                let number = atom.variables.iter().position(|v| v.head == head)?;
                if let Some(all) = &mut atom.occurrences {
                    all.push((at.start - span.start..at.end - span.start, number));
                }
            }
        }
        atom.is_in_order().then_some(atom)
    }

    /// Whether variables stand in the text in the order of the term; an array that is applied like a
    /// function does not, and must stay one.
    fn is_in_order(&self) -> bool {
        let all = self.occurrences.as_deref().unwrap_or(&[]);
        all.is_sorted_by(|(a, _), (b, _)| a.end <= b.start)
    }

    fn note(&mut self, head: Head, ty: &Ty) {
        if !self.variables.iter().any(|known| known.head == head) {
            let ty = ty.clone();
            self.variables.push(Variable { head, ty });
        }
    }

    /// Its text with a term in the place of each variable that has one.
    pub(crate) fn write(&self, script: &Script, with: &[Option<String>], out: &mut String) {
        let text = script.text(self.node);
        let Some(occurrences) = &self.occurrences else {
            let pairs = self.variables.iter().zip(with);
            let replacements: Vec<(Head, &str)> = pairs
                .filter_map(|(variable, text)| Some((variable.head, text.as_deref()?)))
                .collect();
            out.push_str(&script.substitute(self.node, &replacements));
            return;
        };
        let mut copied = 0;
        for (at, number) in occurrences {
            if let Some(new) = &with[*number] {
                out.push_str(&text[copied..at.start]);
                out.push_str(new);
                copied = at.end;
            }
        }
        out.push_str(&text[copied..]);
    }
}

/// The maximal terms of sort Bool that are no Boolean structure, in assertions and definitions.
fn places(seed: &Seed) -> Vec<NodeId> {
    let script = &seed.script;
    let mut structure = vec![false; script.len()];
    let mut found = Vec::new();
    for command in script.commands() {
        if !matches!(
            command.kind,
            CommandKind::Assert | CommandKind::DefineFun | CommandKind::DefineConst
        ) {
            continue;
        }
        for root in script.command_terms(command) {
            structure[root.index()] = script.sort(*root) == SortId::BOOL;
        }
        // Backwards, a node comes before its parts.
        for node in script.command_nodes(command).rev() {
            if !structure[node.index()] {
                continue;
            }
            let parts = parts(script, node);
            if parts.is_empty() {
                found.push(node);
            }
            parts
                .iter()
                .filter(|part| script.sort(**part) == SortId::BOOL)
                .for_each(|part| structure[part.index()] = true);
        }
    }
    found.sort_unstable();
    let allowed = &seed.analysis().places;
    found.retain(|node| allowed.binary_search(node).is_ok());
    found
}

/// The parts of Boolean structure; none of an atom.
fn parts(script: &Script, node: NodeId) -> &[NodeId] {
    let args = script.args(node);
    let bools = || args.iter().all(|&arg| script.sort(arg) == SortId::BOOL);
    match script.head(node) {
        Head::Op(op) => match script.op_name(op) {
            "and" | "or" | "not" | "=>" | "xor" | "ite" | "=" | "distinct" if bools() => args,
            _ => &[],
        },
        Head::Let | Head::Forall | Head::Exists => args,
        Head::Annotation => &args[..1],
        Head::Match => &args[1..],
        _ => &[],
    }
}
