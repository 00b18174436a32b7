//! What must be shown for a rule or a fusion to be true: scripts that must be unsatisfiable.

use super::build::{Bindings, Slot};
use super::fusion::Fusion;
use super::language::{Need, Pattern, SortPattern, Var, VarKind};
use super::number::Condition;
use super::regex_logic;
use super::rule::{Relation, Rule};
use std::fmt::Write as _;

/// A script that is unsatisfiable if the rule holds in one instance.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// Which instance: widths, indices, lengths of lists.
    pub instance: String,
    /// The script.
    pub script: String,
    /// Whether it stands for sampled values only, so that it tests and does not prove.
    pub sampled: bool,
}

/// Widths at which bit-vector rules are proved; with the largest, solvers still take seconds.
const WIDTHS: [u32; 5] = [1, 2, 3, 4, 8];
const OTHER_WIDTHS: [u32; 2] = [1, 3];
/// Exponent and significand widths at which float rules are proved.
const FLOATS: [(u32, u32); 3] = [(2, 3), (3, 3), (3, 5)];
/// Regular languages that stand for a variable where membership cannot be spelt out.
const LANGUAGES: [&str; 7] = [
    "(str.to_re \"a\")",
    "(str.to_re \"\")",
    "(re.+ (str.to_re \"ab\"))",
    "(re.union (str.to_re \"b\") (re.* (str.to_re \"aa\")))",
    "re.none",
    "(re.comp (str.to_re \"a\"))",
    "(re.range \"a\" \"c\")",
];
/// At most this many instances of one rule.
const MOST: usize = 24;

/// One choice of everything that solvers cannot quantify over.
#[derive(Clone, Debug, Default)]
struct Instance {
    sizes: Vec<u32>,
    nats: Vec<(usize, u32)>,
    lists: Vec<(usize, usize)>,
    languages: Vec<(usize, &'static str)>,
    binders: usize,
}

/// All obligations of a rule.
pub fn of_rule(rule: &Rule) -> Vec<Obligation> {
    let spelt = regex_logic::can_spell(rule);
    let mut out: Vec<Obligation> = Vec::new();
    for instance in instances(&rule.vars, rule.sizes, !spelt) {
        out.extend(rule_script(rule, &instance, spelt));
    }
    thin(out)
}

/// All obligations of a fusion: each inversion recovers its variable.
pub fn of_fusion(fusion: &Fusion) -> Vec<Obligation> {
    thin(
        instances(&fusion.vars, fusion.sizes, true)
            .iter()
            .filter_map(|i| fusion_script(fusion, i))
            .collect(),
    )
}

/// An even choice of the instances where there are many.
fn thin(all: Vec<Obligation>) -> Vec<Obligation> {
    let step = all.len().div_ceil(MOST).max(1);
    all.into_iter().step_by(step).collect()
}

fn instances(vars: &[Var], sizes: usize, languages: bool) -> Vec<Instance> {
    let float = vars
        .iter()
        .any(|v| matches!(&v.kind, VarKind::Term(SortPattern::Float(..), _)));
    let mut all: Vec<Instance> = if float {
        FLOATS
            .iter()
            .map(|&(e, s)| Instance {
                sizes: vec![e, s],
                ..Instance::default()
            })
            .collect()
    } else {
        let first = |n: usize| {
            if n == 0 {
                WIDTHS.to_vec()
            } else {
                OTHER_WIDTHS.to_vec()
            }
        };
        (0..sizes).fold(vec![Instance::default()], |all, n| {
            spread(all, &first(n), |instance, &width| {
                instance.sizes.push(width)
            })
        })
    };
    for (n, var) in vars.iter().enumerate() {
        all = match &var.kind {
            VarKind::Nat(low, high) => {
                let mut values = vec![*low, low + 1, low + 3];
                values.retain(|v| v <= high);
                spread(all, &values, |instance, &value| {
                    instance.nats.push((n, value))
                })
            }
            VarKind::List(_) => spread(all, &[0, 1, 2], |instance, &length| {
                instance.lists.push((n, length))
            }),
            VarKind::Binders => spread(all, &[1, 2], |instance, &count| instance.binders = count),
            VarKind::Term(SortPattern::Ground(sort), _) if sort == "RegLan" && languages => {
                spread(all, &LANGUAGES, |instance, &language| {
                    instance.languages.push((n, language))
                })
            }
            _ => all,
        };
    }
    all
}

fn spread<T>(all: Vec<Instance>, choices: &[T], put: impl Fn(&mut Instance, &T)) -> Vec<Instance> {
    let with = |instance: &Instance, choice: &T| {
        let mut instance = instance.clone();
        put(&mut instance, choice);
        instance
    };
    all.iter()
        .flat_map(|i| choices.iter().map(move |c| with(i, c)))
        .collect()
}

/// The declarations of a rule's variables, and what is known of them.
struct Setting<'a> {
    bindings: Bindings<'a>,
    text: String,
    bound: Vec<String>,
}

const PARAM_NAMES: [&str; 6] = ["A0", "A1", "A2", "A3", "A4", "A5"];

fn setting<'a>(
    vars: &'a [Var],
    params: usize,
    sizes: usize,
    instance: &Instance,
) -> Option<Setting<'a>> {
    let mut bindings = Bindings::new(vars.len(), sizes, params);
    bindings.numbers.sizes = instance.sizes.iter().map(|&s| Some(s)).collect();
    bindings.numbers.sizes.resize(sizes, Some(1));
    let mut text = String::new();
    let made: Vec<usize> = vars.iter().filter_map(made_param).collect();
    for (n, name) in PARAM_NAMES.into_iter().enumerate().take(params) {
        bindings.sorts[n] = Some(name.into());
        if !made.contains(&n) {
            let _ = writeln!(text, "(declare-sort {name} 0)");
        }
    }
    if instance.binders > 0 {
        text.push_str("(declare-sort Bound 0)\n");
    }
    let bound: Vec<String> = (0..instance.binders).map(|n| format!("bound{n}")).collect();
    for name in &bound {
        let _ = writeln!(text, "(declare-const some-{name} Bound)");
    }
    let mut setting = Setting {
        bindings,
        text,
        bound,
    };
    for &(n, value) in &instance.nats {
        setting.bindings.numbers.vars[n] = Some(value);
    }
    // Datatypes first: other variables may have their sort.
    let order = |constructor: bool| {
        (0..vars.len()).filter(move |&n| made_param(&vars[n]).is_some() == constructor)
    };
    order(true)
        .chain(order(false))
        .try_for_each(|n| setting.declare(vars, n, instance))?;
    Some(setting)
}

/// The sort variable that a constructor variable makes a datatype of.
fn made_param(var: &Var) -> Option<usize> {
    match &var.kind {
        VarKind::Function {
            result: SortPattern::Param(n),
            constructor: true,
            ..
        } => Some(*n),
        _ => None,
    }
}

impl<'a> Setting<'a> {
    fn sort(&self, sort: &SortPattern) -> Option<String> {
        let mut out = String::new();
        self.bindings.write_sort(sort, &mut out)?;
        Some(out)
    }

    fn declare(&mut self, vars: &'a [Var], n: usize, instance: &Instance) -> Option<()> {
        let name = vars[n].name.as_str();
        match &vars[n].kind {
            VarKind::Term(sort, need) => {
                let language = instance.languages.iter().find(|(v, _)| *v == n);
                if let Some((_, text)) = language {
                    self.bindings.slots[n] = Slot::Text((*text).into());
                    return Some(());
                }
                self.bindings.slots[n] = Slot::Text(name.into());
                let written = self.sort(sort)?;
                if written == "RegLan" {
                    let _ = writeln!(self.text, "(declare-fun in-{name} (String) Bool)");
                    return Some(());
                }
                let _ = writeln!(self.text, "(declare-const {name} {written})");
                self.assume(vars, name, &written, need);
            }
            VarKind::List(sort) => {
                let length = instance
                    .lists
                    .iter()
                    .find(|(v, _)| *v == n)
                    .map_or(0, |(_, l)| *l);
                let sort = self.sort(sort)?;
                let names = ["first", "second"];
                let mut items = Vec::new();
                for item in &names[..length.min(2)] {
                    let _ = writeln!(self.text, "(declare-const {name}-{item} {sort})");
                    items.push(format!("{name}-{item}").into());
                }
                self.bindings.slots[n] = Slot::List(items);
            }
            VarKind::Nat(..) => {}
            VarKind::Function {
                args,
                result,
                constructor,
            } => {
                let args: Vec<String> = args.iter().map(|s| self.sort(s)).collect::<Option<_>>()?;
                let result = self.sort(result)?;
                self.bindings.slots[n] = Slot::Text(name.into());
                if *constructor {
                    let fields: String = args
                        .iter()
                        .enumerate()
                        .map(|(k, sort)| format!(" (field{k} {sort})"))
                        .collect();
                    let _ = writeln!(
                        self.text,
                        "(declare-datatypes (({result} 0)) ((({name}{fields}) (other) (third (code Int)))))"
                    );
                } else {
                    let _ = writeln!(
                        self.text,
                        "(declare-fun {name} ({}) {result})",
                        args.join(" ")
                    );
                }
            }
            VarKind::Binders => {
                let list: Vec<String> = self.bound.iter().map(|b| format!("({b} Bound)")).collect();
                self.bindings.slots[n] = Slot::Text(format!("({})", list.join(" ")).into());
            }
            VarKind::Under(_) => {
                let sorts = vec!["Bound"; self.bound.len()].join(" ");
                let _ = writeln!(self.text, "(declare-fun {name} ({sorts}) Bool)");
                self.bindings.slots[n] =
                    Slot::Text(format!("({name} {})", self.bound.join(" ")).into());
            }
        }
        Some(())
    }

    fn assume(&mut self, vars: &[Var], name: &str, sort: &str, need: &Need) {
        let zero = if sort == "Int" { "0" } else { "0.0" };
        let fact = match need {
            Need::Positive => format!("(> {name} {zero})"),
            Need::Negative => format!("(< {name} {zero})"),
            Need::Nonnegative => format!("(>= {name} {zero})"),
            Need::Nonzero => format!("(distinct {name} {zero})"),
            Need::Nonempty => format!("(distinct {name} \"\")"),
            Need::Char => format!("(= 1 (str.len {name}))"),
            Need::Odd => format!("(= #b1 ((_ extract 0 0) {name}))"),
            Need::Inverse(of) => {
                let one = sort.replace("BitVec", "bv1");
                format!("(= {one} (bvmul {name} {}))", vars[*of].name)
            }
            Need::Any | Need::Literal | Need::Fresh => return,
        };
        let _ = writeln!(self.text, "(assert {fact})");
    }

    /// A side with its instantiations written out.
    fn side(&self, pattern: &Pattern, vars: &[Var]) -> Option<String> {
        let mut out = String::new();
        match pattern {
            Pattern::Instantiate(_, body) => {
                let terms: Vec<String> = self.bound.iter().map(|b| format!("some-{b}")).collect();
                let _ = write!(out, "({} {})", vars[*body].name, terms.join(" "));
            }
            _ => self.bindings.write(pattern, &mut out)?,
        }
        Some(out)
    }
}

fn rule_script(rule: &Rule, instance: &Instance, spelt: bool) -> Option<Obligation> {
    if let Pattern::Hide(_) = rule.right {
        return Some(hidden());
    }
    let mut setting = setting(&rule.vars, rule.params, rule.sizes, instance)?;
    for condition in &rule.conditions {
        match condition {
            Condition::AtMost(a, b)
                if a.value(&setting.bindings.numbers)? > b.value(&setting.bindings.numbers)? =>
            {
                return None;
            }
            Condition::Above(a, b)
                if a.value(&setting.bindings.numbers)? <= b.value(&setting.bindings.numbers)? =>
            {
                return None;
            }
            Condition::CharAtMost(a, b) => {
                let _ = writeln!(
                    setting.text,
                    "(assert (str.<= {} {}))",
                    rule.vars[*a].name, rule.vars[*b].name
                );
            }
            _ => {}
        }
    }
    let language = rule.relation == Relation::Subset || regex_logic::is_language(&rule.left, rule);
    let (left, right) = if spelt {
        let subject = language.then_some("subject");
        (
            regex_logic::spell(&rule.left, subject, rule, &setting.bindings)?,
            regex_logic::spell(&rule.right, subject, rule, &setting.bindings)?,
        )
    } else {
        let side = |pattern: &Pattern| {
            let text = setting.side(pattern, &rule.vars)?;
            Some(if language {
                format!("(str.in_re subject {text})")
            } else {
                text
            })
        };
        (side(&rule.left)?, side(&rule.right)?)
    };
    if short_list(&left) || short_list(&right) {
        return None;
    }
    let mut script = std::mem::take(&mut setting.text);
    if language {
        script.push_str("(declare-const subject String)\n");
    }
    match rule.relation {
        Relation::Equal => {
            let _ = writeln!(script, "(assert (distinct {left}\n  {right}))");
        }
        Relation::Implies | Relation::Subset => {
            let _ = writeln!(script, "(assert {left})\n(assert (not {right}))");
        }
    }
    script.push_str("(check-sat)\n");
    Some(Obligation {
        instance: describe(instance),
        script,
        sampled: !instance.languages.is_empty(),
    })
}

/// `p ⇒ ∃b. p[t ↦ b]`, with p any predicate of the hidden term.
fn hidden() -> Obligation {
    let script = "(declare-sort Hidden 0)\n(declare-fun p (Hidden) Bool)\n(declare-const t Hidden)\n\
                  (assert (p t))\n(assert (not (exists ((b Hidden)) (p b))))\n(check-sat)\n";
    Obligation {
        instance: String::new(),
        script: script.into(),
        sampled: false,
    }
}

/// Whether an operator over a list got fewer than two arguments.
fn short_list(text: &str) -> bool {
    text.contains("(and)") || text.contains("(or)")
}

fn fusion_script(fusion: &Fusion, instance: &Instance) -> Option<Obligation> {
    let mut setting = setting(&fusion.vars, fusion.params, fusion.sizes, instance)?;
    let mut script = String::new();
    let declared: Vec<String> = fusion
        .declare
        .iter()
        .map(|d| with_params(d, &fusion.param_names))
        .collect();
    // Sorts that the declarations mention come first, z (of a declared sort) after them.
    let sorts_end = setting.text.find("(declare-const").unwrap_or(0);
    script.push_str(&setting.text[..sorts_end]);
    script.push_str(&declared.join("\n"));
    script.push('\n');
    script.push_str(&std::mem::take(&mut setting.text)[sorts_end..]);
    let term = |pattern: &Pattern| setting.side(pattern, &fusion.vars);
    let (fuse, x, y) = (term(&fusion.fuse)?, term(&fusion.x)?, term(&fusion.y)?);
    let _ = writeln!(
        script,
        "(assert (= z {fuse}))\n(assert (not (and (= x {x}) (= y {y}))))\n(check-sat)"
    );
    Some(Obligation {
        instance: describe(instance),
        script,
        sampled: false,
    })
}

/// A declaration with sort variables by the names that obligations give them.
fn with_params(declaration: &str, params: &[String]) -> String {
    super::replace_symbols(declaration, |word| {
        params
            .iter()
            .position(|p| p == word)
            .map(|n| PARAM_NAMES[n.min(5)].to_string())
    })
}

fn describe(instance: &Instance) -> String {
    let mut parts = Vec::new();
    if !instance.sizes.is_empty() {
        parts.push(format!("sizes {:?}", instance.sizes));
    }
    if !instance.nats.is_empty() {
        let values: Vec<u32> = instance.nats.iter().map(|(_, v)| *v).collect();
        parts.push(format!("indices {values:?}"));
    }
    if !instance.lists.is_empty() {
        let lengths: Vec<usize> = instance.lists.iter().map(|(_, l)| *l).collect();
        parts.push(format!("lengths {lengths:?}"));
    }
    if instance.binders > 0 {
        parts.push(format!("{} bound", instance.binders));
    }
    parts.extend(instance.languages.iter().map(|(_, l)| (*l).to_string()));
    parts.join(", ")
}
