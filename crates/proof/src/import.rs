//! The script that a proof is about: its functions, datatypes and assertions, as terms of ours.
//!
//! Definitions are taken from the script, never from the proof: a defined function is the `lambda`
//! term of its definition, a defined constant is its body.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use gadfly_eval::active_assertions;
use gadfly_term::{
    Dag, DagId, FunId, FunKind, Head as ScriptHead, Literal, NodeId, Script, SortId, SortKind,
    VarId, VarKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lexer::Lexer;
use crate::op::Op;
use crate::sort::{Sort, SortHead};
use crate::term::{Fun, Head, Name, Role, Term, Terms};

/// What a proof may assume.
pub(crate) struct Imported {
    /// The assertions of the check.
    pub(crate) assertions: FxHashSet<Term>,
    /// Whether the script has terms that a proof may write in another way.
    pub(crate) partly: bool,
}

struct Import<'a> {
    script: &'a Script,
    dag: &'a Dag,
    terms: &'a mut Terms,
    sorts: FxHashMap<SortId, Sort>,
    made: Vec<Term>,
    partly: bool,
}

/// Takes over a script's declarations and the assertions of one check.
pub(crate) fn import(script: &Script, check: usize, terms: &mut Terms) -> Result<Imported, String> {
    no_shadowing(script)?;
    no_applied_let(script)?;
    let dag = Dag::new(script);
    let mut import = Import {
        script,
        dag: &dag,
        terms,
        sorts: FxHashMap::default(),
        made: Vec::with_capacity(dag.len()),
        partly: false,
    };
    import.functions()?;
    for id in dag.ids() {
        let made = import.term(id)?;
        import.made.push(made);
    }
    let active = active_assertions(script, check);
    let assertions = active.iter().map(|node| import.made[dag.of(*node).index()]);
    Ok(Imported {
        assertions: assertions.collect(),
        partly: import.partly,
    })
}

/// Variables of `let` are what they stand for, which would lose its index.
fn no_applied_let(script: &Script) -> Result<(), String> {
    let applied = |id: &NodeId| match script.head(*id) {
        ScriptHead::Var(var) if !script.args(*id).is_empty() => {
            matches!(script.var(var).kind, VarKind::Let(_))
        }
        _ => false,
    };
    match script.nodes().find(applied) {
        Some(id) => Err(format!(
            "`{}` applies a variable of a `let`",
            script.text(id)
        )),
        None => Ok(()),
    }
}

/// Variables are known by name and sort alone, so an inner one must not hide an outer one.
fn no_shadowing(script: &Script) -> Result<(), String> {
    let quantified = |v: VarId| !matches!(script.var(v).kind, VarKind::Let(_));
    for var in script.vars().filter(|v| quantified(*v)) {
        let own = script.var(var);
        let mut scope = script.scope_data(own.scope).parent;
        while scope != gadfly_term::ScopeId::ROOT {
            let data = script.scope_data(scope);
            let hides = |v: VarId| quantified(v) && script.var(v).symbol == own.symbol;
            if data.vars().any(hides) {
                let name = script.name(own.symbol);
                return Err(format!("the script binds `{name}` inside another `{name}`"));
            }
            scope = data.parent;
        }
    }
    Ok(())
}

impl Import<'_> {
    fn sort(&mut self, sort: SortId) -> Sort {
        if let Some(known) = self.sorts.get(&sort) {
            return *known;
        }
        let made = match self.script.sort_kind(sort) {
            SortKind::Unknown => Sort::UNKNOWN,
            SortKind::Bool => Sort::BOOL,
            SortKind::Int => Sort::INT,
            SortKind::Real => Sort::REAL,
            SortKind::String => Sort::TEXT,
            SortKind::BitVec(width) => self.terms.sorts.bits(width),
            SortKind::Array(index, element) => {
                let args = vec![self.sort(index), self.sort(element)];
                self.terms.sorts.make(SortHead::Array, args)
            }
            SortKind::Fun(sorts) => {
                let args = sorts.iter().copied().map(|s| self.sort(s)).collect();
                self.terms.sorts.make(SortHead::Fun, args)
            }
            SortKind::Datatype(id, args) | SortKind::Uninterpreted(id, args) => {
                let symbol = self.script.declared_sort(id).symbol;
                let args = args.iter().copied().map(|s| self.sort(s)).collect();
                let name = self.script.name(symbol).to_owned();
                self.terms.sorts.make(SortHead::Named(name), args)
            }
            _ => {
                let text = self.script.sort_text(sort);
                // As a proof writes it.
                crate::read::sort(&mut Lexer::new(&text), self.terms, 0).unwrap_or(Sort::UNKNOWN)
            }
        };
        self.sorts.insert(sort, made);
        made
    }

    fn fun_name(&mut self, fun: FunId) -> Name {
        let symbol = self.script.fun(fun).symbol;
        self.terms.name(self.script.name(symbol))
    }

    fn functions(&mut self) -> Result<(), String> {
        for id in self.script.funs() {
            let fun = self.script.fun(id);
            let text = self.script.name(fun.symbol).to_owned();
            let role = match fun.kind {
                FunKind::Declared
                | FunKind::Defined {
                    recursive: true, ..
                } => Role::Free,
                FunKind::Constructor(..) => Role::Constructor(Vec::new()),
                FunKind::Selector(of, field) => Role::Selector(self.fun_name(of), field as usize),
                _ => continue,
            };
            if text.starts_with('@') || self.terms.op_named(&text).is_some() {
                return Err(format!(
                    "the script declares `{text}`, which has a meaning of its own in proofs"
                ));
            }
            let params: Vec<SortId> = self.script.params(id).to_vec();
            let made = Fun {
                params: params.into_iter().map(|s| self.sort(s)).collect(),
                result: self.sort(fun.result),
                role,
            };
            let name = self.terms.name(&text);
            self.declare(name, made)?;
            match fun.kind {
                FunKind::Constructor(..) => {
                    let sort = self.sort(fun.result);
                    self.terms.datatypes.entry(sort).or_default().push(name);
                }
                FunKind::Selector(of, field) => {
                    let of = self.fun_name(of);
                    let role = self.terms.funs.get_mut(&of).map(|f| &mut f.role);
                    if let Some(Role::Constructor(selectors)) = role {
                        selectors.resize(selectors.len().max(field as usize + 1), name);
                        selectors[field as usize] = name;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn declare(&mut self, name: Name, fun: Fun) -> Result<(), String> {
        let text = self.terms.text(name).to_owned();
        match self.terms.funs.get(&name) {
            Some(old)
                if old.params != fun.params
                    || old.result != fun.result
                    || fun.role != Role::Free =>
            {
                Err(format!("the script declares `{text}` twice"))
            }
            Some(_) => Ok(()),
            None => {
                self.terms.funs.insert(name, fun);
                Ok(())
            }
        }
    }

    fn term(&mut self, id: DagId) -> Result<Term, String> {
        let args: Vec<Term> = self
            .dag
            .args(id)
            .iter()
            .map(|a| self.made[a.index()])
            .collect();
        match self.dag.head(self.script, id) {
            ScriptHead::Op(op) => self.operator(id, self.script.op_name(op), args),
            ScriptHead::Fun(fun) if !args.is_empty() && self.script.params(fun).is_empty() => {
                let array = self.call(fun, Vec::new())?;
                self.element(array, &args)
            }
            ScriptHead::Fun(fun) => self.call(fun, args),
            ScriptHead::Var(var) if !args.is_empty() => {
                let array = self.variable(var);
                self.element(array, &args)
            }
            ScriptHead::Var(var) => Ok(self.variable(var)),
            ScriptHead::Literal(kind) => Ok(self.literal(id, kind)),
            ScriptHead::Forall => self.binder(Op::Forall, id, &args),
            ScriptHead::Exists => self.binder(Op::Exists, id, &args),
            ScriptHead::Lambda => self.binder(Op::Lambda, id, &args),
            ScriptHead::Apply => self.terms.apply(Op::Apply, &args),
            _ => Ok(self.unknown(id)),
        }
    }

    /// An array that is applied like a function.
    fn element(&mut self, array: Term, index: &[Term]) -> Result<Term, String> {
        let parts = [&[array], index].concat();
        self.terms.apply(Op::Select, &parts)
    }

    /// A term that no proof can name.
    fn unknown(&mut self, id: DagId) -> Term {
        self.partly = true;
        let name = self.terms.name(&format!(" {}", id.0));
        self.terms.cons(Head::Opaque(name), Sort::UNKNOWN, &[])
    }

    fn operator(&mut self, id: DagId, name: &str, mut args: Vec<Term>) -> Result<Term, String> {
        let indices = self.dag.indices(self.script, id);
        let texts: Vec<String> = indices.iter().map(|i| self.script.index_text(*i)).collect();
        if let Some(special) = self.float(name, &texts)? {
            return Ok(special);
        }
        let mut all = Vec::with_capacity(texts.len() + args.len());
        for text in &texts {
            match text.parse::<IBig>() {
                Ok(value) => all.push(self.terms.number(RBig::from(value), Sort::INT)),
                Err(_) => return Ok(self.unknown(id)),
            }
        }
        let plain = spelled(name);
        if let ("seq.empty" | "set.empty" | "set.universe" | "bag.empty", []) = (plain, &args[..]) {
            return Ok(self.qualified(id, plain));
        }
        let count = args.len();
        all.append(&mut args);
        let name = match (name, count) {
            ("to_fp", 1) => "to_fp_bv",
            (name, _) => spelled(name),
        };
        match self.terms.op_named(name) {
            // A solver that accepts one argument here reads the argument.
            Some(Op::And | Op::Or) if all.len() == 1 => Ok(all[0]),
            Some(op @ (Op::Eq | Op::Lt | Op::Le | Op::Gt | Op::Ge)) if all.len() > 2 => {
                self.chain(id, op, &all)
            }
            Some(op) => {
                // Where integers come before a real, a proof has their difference converted.
                self.partly |= op == Op::Sub && all.len() > 2 && self.is_mixed(id);
                self.terms.apply(op, &all)
            }
            None => {
                self.partly |= ["fp", "to_fp", "seq.", "set.", "bag."]
                    .iter()
                    .any(|kind| name.starts_with(kind));
                let name = self.terms.name(name);
                self.terms.call(name, &all)
            }
        }
    }

    /// Whether integers stand for reals among the arguments.
    fn is_mixed(&self, id: DagId) -> bool {
        let written = self.script.args(self.dag.node(id)).iter();
        let read = self.dag.args(id).iter();
        written.zip(read).any(|(written, read)| {
            self.script.sort(*written) == SortId::INT && self.dag.sort(*read) == SortId::REAL
        })
    }

    /// A constant that says its sort, as a proof writes it.
    fn qualified(&mut self, id: DagId, name: &str) -> Term {
        self.partly = true;
        let sort = self.sort(self.dag.sort(id));
        let text = format!("(as {name} {})", self.terms.sort_text(sort));
        let name = self.terms.name(&text);
        self.terms.cons(Head::Opaque(name), Sort::UNKNOWN, &[])
    }

    /// A special value of floats, which a proof writes by its bits.
    fn float(&mut self, name: &str, widths: &[String]) -> Result<Option<Term>, String> {
        let [exponent, significand] = widths else {
            return Ok(None);
        };
        let (Ok(exponent), Ok(significand)) = (exponent.parse::<u32>(), significand.parse::<u32>())
        else {
            return Ok(None);
        };
        let ones = (UBig::ONE << exponent as usize) - UBig::ONE;
        let fraction = significand.saturating_sub(1);
        let quiet = UBig::ONE << fraction.saturating_sub(1) as usize;
        let (sign, exponents, fractions) = match name {
            "+zero" => (UBig::ZERO, UBig::ZERO, UBig::ZERO),
            "-zero" => (UBig::ONE, UBig::ZERO, UBig::ZERO),
            "+oo" => (UBig::ZERO, ones, UBig::ZERO),
            "-oo" => (UBig::ONE, ones, UBig::ZERO),
            "NaN" => (UBig::ZERO, ones, quiet),
            _ => return Ok(None),
        };
        self.partly = true;
        let parts = [
            self.terms.bits(sign, 1),
            self.terms.bits(exponents, exponent),
            self.terms.bits(fractions, fraction),
        ];
        let name = self.terms.name("fp");
        self.terms.call(name, &parts).map(Some)
    }

    /// A comparison of several: a conjunction of pairs. A pair of integers in a chain that has a real
    /// too is compared as integers, but equated as reals.
    fn chain(&mut self, id: DagId, op: Op, args: &[Term]) -> Result<Term, String> {
        let read = self.dag.args(id);
        let written = self.script.args(self.dag.node(id));
        let whole = |at: usize| {
            let converted = op != Op::Eq
                && self.script.sort(written[at]) == SortId::INT
                && self.dag.sort(read[at]) == SortId::REAL;
            converted.then(|| self.made[self.dag.args(read[at])[0].index()])
        };
        let mut pairs = Vec::with_capacity(args.len() - 1);
        for at in 1..args.len() {
            let pair = match (whole(at - 1), whole(at)) {
                (Some(left), Some(right)) => [left, right],
                _ => [args[at - 1], args[at]],
            };
            pairs.push(self.terms.apply(op, &pair)?);
        }
        self.terms.apply(Op::And, &pairs)
    }

    fn call(&mut self, fun: FunId, args: Vec<Term>) -> Result<Term, String> {
        let data = self.script.fun(fun);
        match data.kind {
            FunKind::Defined {
                body: Some(body),
                recursive: false,
            } => {
                let body = self.made[self.dag.of(body).index()];
                let scope = self.script.scope_data(data.scope).vars();
                let variables: Vec<Term> = match self.script.params(fun).is_empty() {
                    true => return Ok(body),
                    false => scope.map(|v| self.variable(v)).collect(),
                };
                let list = self.terms.apply(Op::List, &variables)?;
                let lambda = self.terms.apply(Op::Lambda, &[list, body])?;
                match args.is_empty() {
                    true => Ok(lambda),
                    false => self
                        .terms
                        .apply(Op::Apply, &[&[lambda], args.as_slice()].concat()),
                }
            }
            FunKind::Tester(constructor) => {
                let name = self.fun_name(constructor);
                let constructor = self.terms.call(name, &[])?;
                self.terms
                    .apply(Op::Is, &[&[constructor], args.as_slice()].concat())
            }
            _ => {
                let name = self.fun_name(fun);
                self.terms.call(name, &args)
            }
        }
    }

    fn variable(&mut self, var: VarId) -> Term {
        let data = self.script.var(var);
        let name = self.terms.name(self.script.name(data.symbol));
        let sort = self.sort(data.sort);
        self.terms.cons(Head::Var(name, sort), sort, &[])
    }

    fn binder(&mut self, op: Op, id: DagId, args: &[Term]) -> Result<Term, String> {
        let variables: Vec<Term> = self
            .script
            .bound(self.dag.node(id))
            .map(|v| self.variable(v))
            .collect();
        let list = self.terms.apply(Op::List, &variables)?;
        match args.last() {
            Some(body) => self.terms.apply(op, &[list, *body]),
            None => Ok(self.unknown(id)),
        }
    }

    fn literal(&mut self, id: DagId, kind: Literal) -> Term {
        let text = self.script.text(self.dag.node(id));
        let sort = self.dag.sort(id);
        let made = match kind {
            Literal::Numeral | Literal::Decimal => decimal(text).map(|value| {
                let sort = if sort == SortId::INT {
                    Sort::INT
                } else {
                    Sort::REAL
                };
                self.terms.number(value, sort)
            }),
            Literal::Binary | Literal::Hex => {
                let (radix, each) = if kind == Literal::Hex {
                    (16, 4)
                } else {
                    (2, 1)
                };
                let digits = &text[2..];
                let value = UBig::from_str_radix(digits, radix).ok();
                value.map(|value| self.terms.bits(value, digits.len() as u32 * each))
            }
            Literal::BitVec => self.bit_vector(text, sort),
            Literal::String => {
                let inner = text.get(1..text.len() - 1).unwrap_or_default();
                Some(self.terms.string(inner))
            }
            _ => None,
        };
        made.unwrap_or_else(|| self.unknown(id))
    }

    fn bit_vector(&mut self, text: &str, sort: SortId) -> Option<Term> {
        let SortKind::BitVec(width) = self.script.sort_kind(sort) else {
            return None;
        };
        let word = text.split_whitespace().find(|w| w.starts_with("bv"))?;
        let value = word[2..].parse::<UBig>().ok()?;
        Some(self.terms.bits(value, width))
    }
}

fn decimal(text: &str) -> Option<RBig> {
    let (whole, digits) = text.split_once('.').unwrap_or((text, ""));
    let value = format!("{whole}{digits}").parse::<IBig>().ok()?;
    Some(RBig::from_parts(value, UBig::from(10u8).pow(digits.len())))
}

/// An operator as proofs spell it.
fn spelled(name: &str) -> &str {
    match name {
        "str.in.re" => "str.in_re",
        "str.to.re" => "str.to_re",
        "str.to.int" => "str.to_int",
        "int.to.str" => "str.from_int",
        "str.replaceall" => "str.replace_all",
        "re.nostr" => "re.none",
        "re.complement" => "re.comp",
        "emptyset" => "set.empty",
        "univset" => "set.universe",
        "singleton" => "set.singleton",
        "insert" => "set.insert",
        "union" => "set.union",
        "intersection" => "set.inter",
        "setminus" => "set.minus",
        "member" => "set.member",
        "subset" => "set.subset",
        "complement" => "set.complement",
        "card" => "set.card",
        "bv2nat" => "ubv_to_int",
        "int2bv" => "int_to_bv",
        "RNE" => "roundNearestTiesToEven",
        "RNA" => "roundNearestTiesToAway",
        "RTP" => "roundTowardPositive",
        "RTN" => "roundTowardNegative",
        "RTZ" => "roundTowardZero",
        _ => name,
    }
}
