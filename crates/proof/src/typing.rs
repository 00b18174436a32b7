//! Applications: their sorts, and the one way in which each is written.
//!
//! What may be written with many arguments and means pairs (`(< a b c)`, `(=> a b c)`) is taken
//! apart, so that the script and the proof say it in the same way.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::op::Op;
use crate::sort::{Sort, SortHead};
use crate::term::{Head, Name, Term, Terms};

/// Why a term is refused.
pub(crate) type Refusal = String;

impl Terms {
    /// The application of an operator; an error if the sorts do not fit.
    pub(crate) fn apply(&mut self, op: Op, args: &[Term]) -> Result<Term, Refusal> {
        match (op, args) {
            (Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq, [_, _, _, ..]) => {
                let pairs: Result<Vec<Term>, Refusal> =
                    args.windows(2).map(|pair| self.apply(op, pair)).collect();
                return self.apply(Op::And, &pairs?);
            }
            (Op::Implies, [first, rest @ ..]) if rest.len() > 1 => {
                let mut made = *rest.last().unwrap_or(first);
                for arg in rest.iter().rev().skip(1).chain([first]) {
                    made = self.apply(op, &[*arg, made])?;
                }
                return Ok(made);
            }
            (Op::Xor | Op::Sub | Op::Div | Op::IntDiv, [first, second, rest @ ..])
                if !rest.is_empty() =>
            {
                let mut made = self.apply(op, &[*first, *second])?;
                for arg in rest {
                    made = self.apply(op, &[made, *arg])?;
                }
                return Ok(made);
            }
            // Proofs divide integers as the reals that they are.
            (Op::Div | Op::DivTotal, [first, second])
                if [first, second]
                    .iter()
                    .any(|arg| self.sort(**arg) == Sort::INT) =>
            {
                let reals = [
                    self.apply(Op::ToReal, &[*first])?,
                    self.apply(Op::ToReal, &[*second])?,
                ];
                return self.apply(op, &reals);
            }
            (Op::ToReal, [arg]) if self.sort(*arg) == Sort::REAL => return Ok(*arg),
            (Op::ToReal, [arg]) => {
                if let Some(value) = self.as_int(*arg) {
                    return Ok(self.number(RBig::from(value.clone()), Sort::REAL));
                }
            }
            (Op::Apply, [function, rest @ ..]) => {
                if let Some(inner) = self.of(Op::Apply, *function) {
                    let all = [inner, rest].concat();
                    return self.apply(op, &all);
                }
                // A function of the script with all its arguments.
                if let Head::Fun(name) = self.head(*function)
                    && self.args(*function).is_empty()
                    && self
                        .funs
                        .get(&name)
                        .is_some_and(|f| f.params.len() == rest.len())
                {
                    return self.call(name, rest);
                }
            }
            (Op::BvOf, [value, width]) => {
                if let (Some(value), Some(width)) =
                    (self.as_int(*value).cloned(), self.width_of(*width))
                {
                    let modulus = IBig::ONE << width as usize;
                    let value = ((value % &modulus) + &modulus) % &modulus;
                    return UBig::try_from(value)
                        .map(|v| self.bits(v, width))
                        .map_err(|e| e.to_string());
                }
            }
            _ => {}
        }
        let sort = self.result(op, args).ok_or_else(|| {
            let sorts: Vec<String> = args.iter().map(|a| self.sort_text(self.sort(*a))).collect();
            format!("`{}` does not take ({})", op.name(), sorts.join(" "))
        })?;
        Ok(self.cons(Head::Op(op), sort, args))
    }

    /// The application of a function of the script.
    pub(crate) fn call(&mut self, name: Name, args: &[Term]) -> Result<Term, Refusal> {
        let fun = self.funs.get(&name);
        if let (None, "re.diff", [first, rest @ ..]) = (fun, self.text(name), args)
            && rest.len() > 1
        {
            let mut made = *first;
            for arg in rest {
                made = self.call(name, &[made, *arg])?;
            }
            return Ok(made);
        }
        let Some(fun) = fun else {
            let sort = known_result(self.text(name));
            return Ok(self.cons(Head::Opaque(name), sort, args));
        };
        if args.is_empty() && !fun.params.is_empty() {
            // The function itself, as a value.
            let sorts = [fun.params.as_slice(), &[fun.result]].concat();
            let sort = self.sorts.make(SortHead::Fun, sorts);
            return Ok(self.cons(Head::Fun(name), sort, &[]));
        }
        let fits = fun.params.len() == args.len()
            && fun.params.iter().zip(args).all(|(s, a)| self.fits(*a, *s));
        if !fits {
            return Err(format!(
                "`{}` does not take these arguments",
                self.text(name)
            ));
        }
        let result = fun.result;
        Ok(self.cons(Head::Fun(name), result, args))
    }

    fn fits(&self, term: Term, sort: Sort) -> bool {
        let own = self.sort(term);
        own == sort || own == Sort::UNKNOWN || sort == Sort::UNKNOWN
    }

    /// The one sort of all arguments; unknown if that of one is.
    fn same(&self, args: &[Term]) -> Option<Sort> {
        let first = self.sort(*args.first()?);
        let mut sort = first;
        for arg in args {
            let own = self.sort(*arg);
            if own == Sort::UNKNOWN || sort == Sort::UNKNOWN {
                sort = Sort::UNKNOWN;
            } else if own != sort {
                return None;
            }
        }
        Some(sort)
    }

    fn all(&self, args: &[Term], sort: Sort) -> bool {
        args.iter().all(|a| self.fits(*a, sort))
    }

    /// The sort of an application; none if the arguments do not fit.
    fn result(&mut self, op: Op, args: &[Term]) -> Option<Sort> {
        use Op::*;
        match op {
            True | False => args.is_empty().then_some(Sort::BOOL),
            Not => (args.len() == 1 && self.all(args, Sort::BOOL)).then_some(Sort::BOOL),
            And | Or | Implies | Xor => self.all(args, Sort::BOOL).then_some(Sort::BOOL),
            Eq if args.len() == 2 => self.same(args).map(|_| Sort::BOOL),
            Eq => None,
            Distinct => self.same(args).map(|_| Sort::BOOL),
            Ite => match args {
                [c, a, b] if self.fits(*c, Sort::BOOL) => self.same(&[*a, *b]),
                _ => None,
            },
            Forall | Exists | Lambda => self.binder(op, args),
            Apply => self.applied(args),
            List => Some(Sort::UNKNOWN),
            Add | Sub | Mul | Abs if args.is_empty() => None,
            Add | Sub | Mul | Abs => self
                .same(args)
                .filter(|s| s.is_number() || *s == Sort::UNKNOWN),
            Div | DivTotal => (args.len() == 2 && self.all(args, Sort::REAL)).then_some(Sort::REAL),
            IntDiv | IntDivTotal | Mod | ModTotal => {
                (args.len() == 2 && self.all(args, Sort::INT)).then_some(Sort::INT)
            }
            ToReal => (args.len() == 1 && self.all(args, Sort::INT)).then_some(Sort::REAL),
            ToInt => (args.len() == 1 && self.all(args, Sort::REAL)).then_some(Sort::INT),
            IsInt => (args.len() == 1 && self.all(args, Sort::REAL)).then_some(Sort::BOOL),
            Divisible => (args.len() == 2 && self.all(args, Sort::INT)).then_some(Sort::BOOL),
            Lt | Le | Gt | Ge => {
                let sort = self.same(args).filter(|_| args.len() == 2)?;
                (sort.is_number() || sort == Sort::UNKNOWN).then_some(Sort::BOOL)
            }
            IsPow2 => (args.len() == 1 && self.all(args, Sort::INT)).then_some(Sort::BOOL),
            Log2 | Pow2 => (args.len() == 1 && self.all(args, Sort::INT)).then_some(Sort::INT),
            BvSize => (args.len() == 1).then_some(Sort::INT),
            Select | Store => self.array_result(op, args),
            ArrayDiff => match args {
                [a, _] => {
                    let sort = self.same(args)?;
                    self.sorts
                        .array(sort)
                        .map(|(index, _)| index)
                        .or_else(|| (self.sort(*a) == Sort::UNKNOWN).then_some(Sort::UNKNOWN))
                }
                _ => None,
            },
            Is => self.tested(args),
            Purify => (args.len() == 1).then(|| self.sort(args[0])),
            Skolemize => self.skolem(args),
            BvOf => match args {
                [value, width] if self.fits(*value, Sort::INT) => {
                    let width = self.width_of(*width);
                    Some(width.map_or(Sort::UNKNOWN, |w| self.sorts.bits(w)))
                }
                _ => None,
            },
            _ => self.bit_result(op, args),
        }
    }

    /// The width that a numeral gives, if there are bit-vectors of that width.
    fn width_of(&self, term: Term) -> Option<u32> {
        self.as_index(term).filter(|w| (1..=1 << 16).contains(w))
    }

    fn binder(&mut self, op: Op, args: &[Term]) -> Option<Sort> {
        let [list, body] = args else { return None };
        let variables = self.of(Op::List, *list)?.to_vec();
        if variables
            .iter()
            .any(|v| !matches!(self.head(*v), Head::Var(..)))
        {
            return None;
        }
        // A variable that is bound twice by one binder would make its meaning depend on the reader.
        let distinct: rustc_hash::FxHashSet<Term> = variables.iter().copied().collect();
        if distinct.len() != variables.len() {
            return None;
        }
        if op == Op::Lambda {
            let mut sorts: Vec<Sort> = variables.iter().map(|v| self.sort(*v)).collect();
            sorts.push(self.sort(*body));
            return Some(self.sorts.make(SortHead::Fun, sorts));
        }
        self.fits(*body, Sort::BOOL).then_some(Sort::BOOL)
    }

    fn applied(&mut self, args: &[Term]) -> Option<Sort> {
        let [function, rest @ ..] = args else {
            return None;
        };
        let sort = self.sort(*function);
        if *self.sorts.head(sort) != SortHead::Fun {
            return (sort == Sort::UNKNOWN).then_some(Sort::UNKNOWN);
        }
        let sorts = self.sorts.args(sort).to_vec();
        if rest.is_empty() || rest.len() >= sorts.len() {
            return None;
        }
        if !rest.iter().zip(&sorts).all(|(a, s)| self.fits(*a, *s)) {
            return None;
        }
        match &sorts[rest.len()..] {
            [result] => Some(*result),
            more => Some(self.sorts.make(SortHead::Fun, more.to_vec())),
        }
    }

    fn array_result(&self, op: Op, args: &[Term]) -> Option<Sort> {
        let sort = self.sort(*args.first()?);
        if sort == Sort::UNKNOWN {
            return Some(Sort::UNKNOWN);
        }
        let (index, element) = self.sorts.array(sort)?;
        match (op, &args[1..]) {
            (Op::Select, [i]) if self.fits(*i, index) => Some(element),
            (Op::Store, [i, v]) if self.fits(*i, index) && self.fits(*v, element) => Some(sort),
            _ => None,
        }
    }

    fn tested(&self, args: &[Term]) -> Option<Sort> {
        let [constructor, value] = args else {
            return None;
        };
        let Head::Fun(name) = self.head(*constructor) else {
            return Some(Sort::BOOL);
        };
        let fun = self.funs.get(&name)?;
        self.fits(*value, fun.result).then_some(Sort::BOOL)
    }

    fn skolem(&self, args: &[Term]) -> Option<Sort> {
        let [quantifier, index] = args else {
            return None;
        };
        let variables = self.of(Op::Forall, *quantifier).map(|args| args[0]);
        let variables = variables.and_then(|list| self.of(Op::List, list));
        match (variables, self.as_index(*index)) {
            (Some(list), Some(at)) => list.get(at as usize).map(|v| self.sort(*v)),
            _ => None,
        }
    }

    /// How a sort is written, for messages.
    pub(crate) fn sort_text(&self, sort: Sort) -> String {
        let head = match self.sorts.head(sort) {
            SortHead::Unknown => "?".to_owned(),
            SortHead::Bool => "Bool".to_owned(),
            SortHead::Int => "Int".to_owned(),
            SortHead::Real => "Real".to_owned(),
            SortHead::Text => "String".to_owned(),
            SortHead::BitVec(width) => format!("(_ BitVec {width})"),
            SortHead::Array => "Array".to_owned(),
            SortHead::Fun => "->".to_owned(),
            SortHead::Named(name) => name.clone(),
        };
        let args = self.sorts.args(sort);
        if args.is_empty() {
            return head;
        }
        let args: Vec<String> = args.iter().map(|a| self.sort_text(*a)).collect();
        format!("({head} {})", args.join(" "))
    }
}

/// The sort of the result of an operator that no rule looks into, where its name alone says it.
fn known_result(name: &str) -> Sort {
    match name {
        "str.len" | "str.indexof" | "str.to_int" | "str.to_code" | "bv2nat" | "ubv_to_int"
        | "sbv_to_int" => Sort::INT,
        "str.++" | "str.at" | "str.substr" | "str.replace" | "str.replace_all" | "str.from_int"
        | "str.from_code" | "str.replace_re" | "str.replace_re_all" | "str.to_lower"
        | "str.to_upper" | "str.rev" => Sort::TEXT,
        "str.<"
        | "str.<="
        | "str.prefixof"
        | "str.suffixof"
        | "str.contains"
        | "str.in_re"
        | "str.is_digit"
        | "fp.lt"
        | "fp.leq"
        | "fp.gt"
        | "fp.geq"
        | "fp.eq"
        | "fp.isNormal"
        | "fp.isSubnormal"
        | "fp.isZero"
        | "fp.isInfinite"
        | "fp.isNaN"
        | "fp.isNegative"
        | "fp.isPositive"
        | "@indexed_root_predicate" => Sort::BOOL,
        "@div_by_zero" => Sort::REAL,
        "@int_div_by_zero" | "@mod_by_zero" => Sort::INT,
        _ => Sort::UNKNOWN,
    }
}
