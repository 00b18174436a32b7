//! The logic that a mutant is run under: the smallest that holds it, as solvers read logics.
//!
//! Solvers are stricter than the standard's wording: a product needs a literal factor to count as
//! linear, arrays under a bit-vector logic hold bit-vectors only, and a literal of a theory needs
//! that theory. A script that is not sure to fit gets `ALL`.

use gadfly_catalog::Catalog;
use gadfly_term::{Features, FunKind, Head, NodeId, Script, SortId, SortKind, VarKind};

/// Finds logics; the catalogue's list is read once, and what was found is remembered.
#[derive(Debug)]
pub(crate) struct Logics {
    standard: gadfly_term::Logics,
    arithmetic: Vec<Arithmetic>,
    found: Vec<(Features, String)>,
    /// The sorts in use; kept for its memory.
    sorts: Vec<bool>,
}

impl Logics {
    pub(crate) fn new(catalog: &Catalog) -> Logics {
        let arithmetic = |op: &gadfly_catalog::Op| match op.name.as_str() {
            "*" => Arithmetic::Product,
            "/" | "div" | "mod" => Arithmetic::Division,
            "is_int" | "to_int" | "to_real" => Arithmetic::Mixed,
            _ => Arithmetic::Other,
        };
        Logics {
            standard: gadfly_term::Logics::of(catalog),
            arithmetic: catalog.ops().iter().map(arithmetic).collect(),
            found: Vec::new(),
            sorts: Vec::new(),
        }
    }

    /// The name of the smallest logic that has what is needed.
    pub(crate) fn name(&mut self, needs: Needs) -> &str {
        let needs = needs.put_together();
        let at = self
            .found
            .iter()
            .position(|(known, _)| *known == needs)
            .unwrap_or_else(|| {
                let name = self.standard.smallest(&needs).to_string();
                self.found.push((needs, name));
                self.found.len() - 1
            });
        &self.found[at].1
    }

    /// What a script needs, but for one of its terms.
    pub(crate) fn needs(&mut self, script: &Script, except: Option<NodeId>) -> Needs {
        let mut needs = Features::default();
        self.sorts.clear();
        self.sorts.resize(script.sorts().len(), false);
        let mut sorts = std::mem::take(&mut self.sorts);
        let left_out = except.map_or(0..0, |node| node.0 + 1 - script.size(node)..node.0 + 1);
        for node in script.nodes().filter(|n| !left_out.contains(&n.0)) {
            sorts[script.sort(node).index()] = true;
            match script.head(node) {
                Head::Forall | Head::Exists => needs.quantifiers = true,
                Head::Lambda | Head::Apply | Head::Opaque => needs.beyond = true,
                Head::Op(op) => match self.arithmetic[op.0 as usize] {
                    Arithmetic::Product => {
                        let open = script
                            .args(node)
                            .iter()
                            .filter(|a| !is_literal(script, **a));
                        needs.nonlinear |= open.count() > 1;
                    }
                    Arithmetic::Division => {
                        let divisors = &script.args(node)[1..];
                        needs.nonlinear |= divisors.iter().any(|a| !is_divisor(script, *a));
                    }
                    Arithmetic::Mixed => (needs.ints, needs.reals) = (true, true),
                    Arithmetic::Other => {}
                },
                _ => {}
            }
        }
        declared(script, &mut needs, &mut sorts);
        let mut other_array = false;
        for sort in (0..sorts.len()).filter(|n| sorts[*n]) {
            let sort = SortId(sort as u32);
            sort_needs(script, sort, &mut needs);
            other_array |= is_other_array(script, sort);
        }
        self.sorts = sorts;
        Needs {
            features: needs,
            other_array,
            functions: has_functions(script),
        }
    }

    /// Whether an operator is a product or a division.
    pub(crate) fn is_product(&self, op: gadfly_catalog::OpId) -> bool {
        use Arithmetic::{Division, Product};
        matches!(self.arithmetic[op.0 as usize], Product | Division)
    }
}

/// What the parts of a script need.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needs {
    features: Features,
    /// An array that holds something else than bit-vectors.
    other_array: bool,
    /// A function with arguments.
    functions: bool,
}

impl Needs {
    /// What two parts need together.
    pub(crate) fn join(self, other: Needs) -> Needs {
        Needs {
            features: self.features.union(&other.features),
            other_array: self.other_array || other.other_array,
            functions: self.functions || other.functions,
        }
    }

    /// What the whole needs.
    fn put_together(self) -> Features {
        let mut needs = self.features;
        // Under a logic of bit-vectors, solvers take arrays of bit-vectors only.
        needs.beyond |= needs.bitvectors && self.other_array;
        needs.linear = needs.ints || needs.reals;
        let arithmetic =
            needs.linear || needs.bitvectors || needs.floats || needs.strings || needs.datatypes;
        if needs.arrays && !arithmetic && !needs.quantifiers && !self.functions {
            needs.functions = false;
        }
        needs
    }
}

/// What an operator does to linearity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arithmetic {
    Product,
    Division,
    /// An operator of the theory of integers and reals together.
    Mixed,
    Other,
}

fn declared(script: &Script, needs: &mut Features, sorts: &mut [bool]) {
    for fun in script.funs() {
        let data = script.fun(fun);
        script
            .params(fun)
            .iter()
            .chain([&data.result])
            .for_each(|s| sorts[s.index()] = true);
        match data.kind {
            FunKind::Declared => needs.functions |= !script.params(fun).is_empty(),
            FunKind::Defined {
                recursive: true, ..
            } => (needs.functions, needs.quantifiers) = (true, true),
            _ => {}
        }
    }
    for var in script.vars() {
        let data = script.var(var);
        if !matches!(data.kind, VarKind::Let(_)) {
            sorts[data.sort.index()] = true;
        }
    }
}

fn has_functions(script: &Script) -> bool {
    script
        .funs()
        .any(|f| !script.params(f).is_empty() && script.fun(f).kind == FunKind::Declared)
}

/// Whether a sort is an array that holds something else than bit-vectors.
fn is_other_array(script: &Script, sort: SortId) -> bool {
    let bits = |s| matches!(script.sort_kind(s), SortKind::BitVec(_));
    matches!(script.sort_kind(sort), SortKind::Array(index, element) if !(bits(index) && bits(element)))
}

fn sort_needs(script: &Script, sort: SortId, needs: &mut Features) {
    match script.sort_kind(sort) {
        SortKind::Bool | SortKind::RegLan | SortKind::Param(_) => {}
        SortKind::Int => needs.ints = true,
        SortKind::Real => needs.reals = true,
        SortKind::String => (needs.strings, needs.ints) = (true, true),
        SortKind::RoundingMode | SortKind::Float(..) => needs.floats = true,
        SortKind::BitVec(_) => needs.bitvectors = true,
        SortKind::Array(index, element) => {
            needs.arrays = true;
            let bits = |s| matches!(script.sort_kind(s), SortKind::BitVec(_));
            needs.beyond |= bits(index) != bits(element);
            sort_needs(script, index, needs);
            sort_needs(script, element, needs);
        }
        SortKind::Uninterpreted(..) => needs.functions = true,
        SortKind::Datatype(..) => needs.datatypes = true,
        _ => needs.beyond = true,
    }
}

/// A number as solvers want it in a product: a literal with a sign or without, or a fraction of two
/// such, and one more sign at most. z3 refuses more signs, and fractions of fractions.
fn is_literal(script: &Script, node: NodeId) -> bool {
    let number = |node: NodeId| is_plain(script, node) || is_fraction(script, node);
    number(node) || negated(script, node).is_some_and(number)
}

fn is_fraction(script: &Script, node: NodeId) -> bool {
    match (script.head(node), script.args(node)) {
        (Head::Op(op), [a, b]) => {
            script.op_name(op) == "/" && is_plain(script, *a) && is_plain(script, *b)
        }
        _ => false,
    }
}

/// A literal, or one with a sign.
fn is_plain(script: &Script, node: NodeId) -> bool {
    let number = negated(script, node).unwrap_or(node);
    matches!(script.head(number), Head::Literal(_))
}

/// What a sign stands before.
fn negated(script: &Script, node: NodeId) -> Option<NodeId> {
    match (script.head(node), script.args(node)) {
        (Head::Op(op), [only]) if script.op_name(op) == "-" => Some(*only),
        _ => None,
    }
}

fn is_divisor(script: &Script, node: NodeId) -> bool {
    is_literal(script, node) && script.text(node).bytes().any(|b| matches!(b, b'1'..=b'9'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_term::Mode;

    /// What z3 5.4.0 takes under QF_LRA, and what it refuses.
    #[test]
    fn linear_is_what_solvers_call_linear() {
        let catalog = Catalog::builtin();
        let mut logics = Logics::new(&catalog);
        let mut logic = |term: &str| {
            let text = format!("(declare-const x Real)(assert (> {term} 0.0))");
            let script = Script::parse(text, &catalog, Mode::Default).unwrap();
            let needs = logics.needs(&script, None);
            logics.name(needs).to_string()
        };
        for linear in [
            "(* x (- (/ 1.0 2.0)))",
            "(* x (/ 1.0 (- 2.0)))",
            "(/ x (- (- 2.0)))",
            "(* 2.0 (* 3.0 x))",
        ] {
            assert_eq!(logic(linear), "QF_LRA", "{linear}");
        }
        for other in [
            "(* x (/ (- (- 1.0)) 2.0))",
            "(/ x (/ 1.0 (/ 2.0 3.0)))",
            "(* x (- (- (- 1.0))))",
            "(* x (- (- (/ 1.0 2.0))))",
            "(* x (* 1.0 x))",
            "(/ x 0.0)",
        ] {
            assert_eq!(logic(other), "QF_NRA", "{other}");
        }
        assert_eq!(logic("(ite (is_int x) x 0.0)"), "QF_LIRA");
    }
}
