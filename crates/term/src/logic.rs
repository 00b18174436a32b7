//! Logics: what a script needs, and the smallest standard logic that has it.

use crate::declared::{FunKind, VarKind};
use crate::head::Head;
use crate::ids::{NodeId, SortId};
use crate::script::Script;
use crate::sort::SortKind;
use gadfly_catalog::Catalog;
use gadfly_syntax::Sexprs;
use rustc_hash::FxHashSet;

/// What a logic has, or what a script needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Quantifiers.
    pub quantifiers: bool,
    /// Arrays.
    pub arrays: bool,
    /// Functions with arguments, or constants of uninterpreted sorts.
    pub functions: bool,
    /// Bit-vectors.
    pub bitvectors: bool,
    /// Floating point.
    pub floats: bool,
    /// Datatypes.
    pub datatypes: bool,
    /// Strings.
    pub strings: bool,
    /// Integer arithmetic.
    pub ints: bool,
    /// Real arithmetic.
    pub reals: bool,
    /// Arithmetic beyond differences `x - y <= c`.
    pub linear: bool,
    /// Arithmetic beyond linear.
    pub nonlinear: bool,
    /// Something no standard logic has (sequences, sets, functions as values, …).
    pub beyond: bool,
}

impl Features {
    /// Whether a logic with these has all that `needed` lists.
    pub fn include(&self, needed: &Features) -> bool {
        self.flags()
            .iter()
            .zip(needed.flags())
            .all(|(has, needs)| *has || !needs)
    }

    /// What this and `other` have together.
    pub fn union(mut self, other: &Features) -> Features {
        let both = self.flags_mut().into_iter().zip(other.flags());
        both.for_each(|(mine, theirs)| *mine |= theirs);
        self
    }

    /// All of them.
    fn all() -> Features {
        let mut all = Features::default();
        all.flags_mut().into_iter().for_each(|flag| *flag = true);
        all
    }

    fn flags(&self) -> [bool; 12] {
        { *self }.flags_mut().map(|flag| *flag)
    }

    fn flags_mut(&mut self) -> [&mut bool; 12] {
        [
            &mut self.quantifiers,
            &mut self.arrays,
            &mut self.functions,
            &mut self.bitvectors,
            &mut self.floats,
            &mut self.datatypes,
            &mut self.strings,
            &mut self.ints,
            &mut self.reals,
            &mut self.linear,
            &mut self.nonlinear,
            &mut self.beyond,
        ]
    }

    /// How much a logic has, to find the smallest: quantifiers and non-linearity weigh most.
    fn weight(&self) -> u32 {
        const WEIGHTS: [u32; 12] = [100, 3, 2, 4, 5, 5, 5, 2, 2, 1, 20, 1000];
        self.flags()
            .iter()
            .zip(WEIGHTS)
            .map(|(has, weight)| if *has { weight } else { 0 })
            .sum()
    }

    /// What a logic of this name has, by the conventions of SMT-LIB's names; `None` if it follows
    /// none of them.
    pub fn of_logic(name: &str) -> Option<Features> {
        Features::read(name).ok()
    }

    /// The same; if the name follows no convention, the part of it that is not understood.
    pub fn read(name: &str) -> Result<Features, &str> {
        // Horn clauses are a form of formulas, over any theory.
        if matches!(name, "ALL" | "HO_ALL" | "ALL_SUPPORTED" | "HORN") {
            return Ok(Features::all());
        }
        let mut features = Features {
            quantifiers: true,
            ..Features::default()
        };
        let mut rest = name;
        if let Some(free) = name.strip_prefix("QF_") {
            features.quantifiers = false;
            rest = free;
        }
        if rest == "AX" {
            return Ok(Features {
                arrays: true,
                ..features
            });
        }
        let mut take = |part: &str| rest.strip_prefix(part).map(|r| rest = r).is_some();
        features.arrays = take("A");
        features.functions = take("UF");
        features.bitvectors = take("BV");
        features.floats = take("FP");
        features.datatypes = take("DT");
        features.strings = take("S");
        let (nonlinear, ints, reals, linear) = match rest {
            "" => (false, false, false, false),
            "IDL" => (false, true, false, false),
            "RDL" => (false, false, true, false),
            "LIA" => (false, true, false, true),
            "LRA" => (false, false, true, true),
            "LIRA" => (false, true, true, true),
            "NIA" => (true, true, false, true),
            "NRA" => (true, false, true, true),
            "NIRA" => (true, true, true, true),
            _ => return Err(rest),
        };
        Ok(Features {
            nonlinear,
            ints,
            reals,
            linear,
            ..features
        })
    }
}

/// A logic that holds a script: its name and what the script needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logic {
    /// The name for `set-logic`.
    pub name: String,
    /// What the script needs of it.
    pub needs: Features,
}

/// The standard logics that a catalogue lists, read once.
#[derive(Clone, Debug)]
pub struct Logics {
    names: Vec<(String, Features)>,
}

impl Logics {
    /// Those of a catalogue.
    pub fn of(catalog: &Catalog) -> Logics {
        let text = catalog.file("logics.smt2").unwrap_or_default();
        let mut names = Vec::new();
        for list in Sexprs::parse(text).iter().flat_map(Sexprs::iter) {
            let logics = list.items().skip(1).filter_map(|name| name.atom());
            names.extend(
                logics.filter_map(|name| Some((name.to_string(), Features::of_logic(name)?))),
            );
        }
        Logics { names }
    }

    /// The name of the smallest that has what is needed; `ALL` if none does.
    pub fn smallest(&self, needs: &Features) -> &str {
        let fitting = self.names.iter().filter(|(_, has)| has.include(needs));
        let smallest = fitting.min_by_key(|(_, has)| has.weight());
        smallest.map_or("ALL", |(name, _)| name)
    }

    /// The smallest that holds a script.
    pub fn infer(&self, script: &Script) -> Logic {
        let needs = script.features();
        Logic {
            name: self.smallest(&needs).to_string(),
            needs,
        }
    }
}

/// The smallest standard logic that holds one script; for many, keep [`Logics`].
pub fn infer_logic(script: &Script) -> Logic {
    Logics::of(&script.catalog).infer(script)
}

impl Script {
    /// What the script needs of a logic.
    pub fn features(&self) -> Features {
        let mut features = Features::default();
        let constant = self.constant_nodes();
        self.declared_features(&mut features);
        for id in self.nodes() {
            self.node_features(id, &constant, &mut features);
        }
        // Arrays over free sorts are QF_AX; with arithmetic there is a logic with functions.
        let only_arrays = features
            == Features {
                arrays: true,
                functions: true,
                quantifiers: features.quantifiers,
                ..Features::default()
            };
        let real_functions = self
            .funs()
            .any(|f| !self.params(f).is_empty() && matches!(self.fun(f).kind, FunKind::Declared));
        if only_arrays && !real_functions && !features.quantifiers {
            features.functions = false;
        }
        // Under a logic of bit-vectors alone, solvers index arrays by bit-vectors only.
        if features.bitvectors && features.arrays && !features.ints && !features.reals {
            features.beyond |= self.nodes().any(|n| self.is_other_array(self.sort(n)));
        }
        features
    }

    fn declared_features(&self, features: &mut Features) {
        for fun in self.funs() {
            let data = self.fun(fun);
            if !self.params(fun).is_empty() && matches!(data.kind, FunKind::Declared) {
                features.functions = true;
            }
            if matches!(
                data.kind,
                FunKind::Defined {
                    recursive: true,
                    ..
                }
            ) {
                features.functions = true;
                features.quantifiers = true;
            }
            for sort in self.params(fun).iter().chain([&data.result]) {
                self.sort_features(*sort, features);
            }
        }
        for var in self.vars() {
            if !matches!(self.var(var).kind, VarKind::Let(_)) {
                self.sort_features(self.var(var).sort, features);
            }
        }
    }

    fn sort_features(&self, sort: SortId, features: &mut Features) {
        let mut seen = FxHashSet::default();
        self.sort_features_once(sort, features, &mut seen);
    }

    /// Each sort once: one can be exponentially larger than its definition.
    fn sort_features_once(
        &self,
        sort: SortId,
        features: &mut Features,
        seen: &mut FxHashSet<SortId>,
    ) {
        match self.sort_kind(sort) {
            SortKind::Bool | SortKind::RegLan | SortKind::Param(_) => {}
            SortKind::Int => features.ints = true,
            SortKind::Real => features.reals = true,
            SortKind::String => features.strings = true,
            SortKind::RoundingMode | SortKind::Float(..) => features.floats = true,
            SortKind::BitVec(_) => features.bitvectors = true,
            SortKind::Array(index, element) => {
                features.arrays = true;
                for part in [index, element] {
                    if seen.insert(part) {
                        self.sort_features_once(part, features, seen);
                    }
                }
            }
            SortKind::Uninterpreted(..) => features.functions = true,
            SortKind::Datatype(..) => features.datatypes = true,
            _ => features.beyond = true,
        }
    }

    fn is_other_array(&self, sort: SortId) -> bool {
        let bits = |sort| matches!(self.sort_kind(sort), SortKind::BitVec(_));
        matches!(self.sort_kind(sort), SortKind::Array(index, _) if !bits(index))
    }

    /// For each node, whether it is a number as solvers want a factor to be: a literal, its
    /// negation, a fraction of such, or a name for one. A sum or product of literals is not.
    fn constant_nodes(&self) -> Vec<bool> {
        let mut constant = vec![false; self.len()];
        for id in self.nodes() {
            let args = self.args(id);
            constant[id.index()] = match self.head(id) {
                Head::Literal(_) => true,
                Head::Op(op) => {
                    let number = match self.op_name(op) {
                        "-" | "to_real" => args.len() == 1,
                        "/" => args.iter().skip(1).all(|a| !self.is_zero(*a)),
                        _ => false,
                    };
                    number && args.iter().all(|a| constant[a.index()])
                }
                Head::Var(v) => {
                    matches!(self.var(v).kind, VarKind::Let(value) if constant[value.index()])
                }
                Head::Fun(f) => {
                    matches!(self.fun(f).kind, FunKind::Defined { body: Some(body), .. } if args.is_empty() && constant[body.index()])
                }
                Head::Let | Head::Annotation => false,
                _ => false,
            };
        }
        constant
    }

    fn node_features(&self, id: NodeId, constant: &[bool], features: &mut Features) {
        match self.head(id) {
            Head::Forall | Head::Exists => features.quantifiers = true,
            Head::Lambda | Head::Apply | Head::Opaque => features.beyond = true,
            Head::Op(op) => self.operator_features(id, self.op_name(op), constant, features),
            _ => {}
        }
        if !constant[id.index()] {
            self.value_features(id, features);
        }
        // A literal needs its theory, but for the numbers and bits that a float is written with.
        let float = matches!(self.head(id), Head::Op(op)
            if self.op_name(op) == "fp" || self.op_name(op).starts_with("to_fp"));
        let literals = self.args(id).iter().filter(|a| constant[a.index()]);
        for literal in literals.filter(|_| !float) {
            self.value_features(*literal, features);
        }
    }

    fn value_features(&self, id: NodeId, features: &mut Features) {
        match self.sort_kind(self.sort(id)) {
            // A length alone does not make a script one of integer arithmetic.
            SortKind::Int | SortKind::Bool | SortKind::Uninterpreted(..) | SortKind::Unknown => {}
            _ => self.sort_features(self.sort(id), features),
        }
    }

    fn operator_features(
        &self,
        id: NodeId,
        name: &str,
        constant: &[bool],
        features: &mut Features,
    ) {
        let args = self.args(id);
        let is = |n: &NodeId| constant[n.index()];
        match name {
            _ if constant[id.index()] => {}
            "*" => {
                features.linear = true;
                features.nonlinear |= args.iter().filter(|a| !is(a)).count() > 1;
                self.arithmetic(id, features);
            }
            "/" => {
                features.linear = true;
                features.nonlinear |= args.iter().skip(1).any(|a| !is(a) || self.is_zero(*a));
                self.arithmetic(id, features);
            }
            // The standard's linear logics have none of the first four, whatever solvers read.
            "div" | "mod" | "rem" | "abs" | "divisible" | "^" | "iand" | "pow2" | "int.pow2"
            | "int.log2" | "piand" => {
                (features.nonlinear, features.linear) = (true, true);
                self.arithmetic(id, features);
            }
            "+" | "to_int" | "is_int" | "to_real" => {
                features.linear = true;
                self.arithmetic(id, features);
            }
            "-" => {
                features.linear |=
                    args.len() != 2 || !args.iter().all(|a| self.is_plain(*a, constant));
                self.arithmetic(id, features);
            }
            "<" | "<=" | ">" | ">=" => {
                self.comparison_features(args, constant, features);
                let ints = args.iter().any(|a| self.sort(*a) == SortId::INT);
                let reals = args.iter().any(|a| self.sort(*a) == SortId::REAL);
                features.ints |= ints && !reals;
                features.linear |= features.strings || args.iter().any(|a| self.is_length(*a));
            }
            "=" | "distinct" => {
                self.comparison_features(args, constant, features);
                if args.iter().all(|a| constant[a.index()]) {
                    features.ints |= args.iter().all(|a| self.sort(*a) == SortId::INT);
                }
            }
            "ite" => {
                let arithmetic = matches!(self.sort(id), SortId::INT | SortId::REAL);
                features.linear |= arithmetic;
                if arithmetic {
                    self.arithmetic(id, features);
                }
            }
            "sin" | "cos" | "tan" | "exp" | "real.pi" | "sqrt" | "arcsin" | "arccos" | "arctan" => {
                features.beyond = true
            }
            "bv2nat" | "ubv_to_int" | "sbv_to_int" | "bv2int" | "int2bv" | "int_to_bv"
            | "nat2bv" => {
                (features.ints, features.linear, features.bitvectors) = (true, true, true);
            }
            "fp.to_real" => (features.reals, features.linear) = (true, true),
            "fp.to_ubv" | "fp.to_sbv" => features.bitvectors = true,
            _ => {}
        }
    }

    /// Marks the arithmetic that a node's arguments are of.
    fn arithmetic(&self, id: NodeId, features: &mut Features) {
        for node in self.args(id).iter().chain([&id]) {
            features.ints |= self.sort(*node) == SortId::INT;
            features.reals |= self.sort(*node) == SortId::REAL;
        }
    }

    /// `x - y <= c` and `x <= y` are differences; anything else between numbers is not.
    fn comparison_features(&self, args: &[NodeId], constant: &[bool], features: &mut Features) {
        if !args
            .iter()
            .any(|a| matches!(self.sort(*a), SortId::INT | SortId::REAL))
        {
            return;
        }
        let difference = |n: &NodeId| matches!(self.head(*n), Head::Op(op) if self.op_name(op) == "-" && self.args(*n).len() == 2);
        let plain = args.iter().all(|a| self.is_plain(*a, constant));
        let bounded = args.len() == 2
            && args.iter().any(difference)
            && args.iter().all(|a| difference(a) || constant[a.index()]);
        let both = args.len() == 2 && args.iter().all(difference);
        let lengths = args.iter().any(|a| self.is_length(*a));
        features.linear |= (!plain && !bounded || both) && !lengths;
    }

    /// A number that a string has: its length, a position, a code.
    fn is_length(&self, id: NodeId) -> bool {
        matches!(self.head(id), Head::Op(op) if self.op_name(op).starts_with("str."))
    }

    /// A variable, or an application that is no arithmetic.
    fn is_plain(&self, id: NodeId, constant: &[bool]) -> bool {
        match self.head(id) {
            Head::Op(op) => self.op_name(op) == "select",
            Head::Literal(_) | Head::Let => false,
            Head::Var(_) | Head::Fun(_) => !constant[id.index()],
            _ => false,
        }
    }

    fn is_zero(&self, id: NodeId) -> bool {
        let text = self.text(id);
        !text.is_empty() && text.bytes().all(|b| matches!(b, b'0' | b'.'))
    }
}
