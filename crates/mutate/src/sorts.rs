//! Sort patterns of rules against sorts.

use crate::rules::{Bindings, SortPattern, VarKind};
use crate::seed::Seed;
use crate::types::Ty;
use gadfly_syntax::Sexprs;
use gadfly_term::{FunId, FunKind};

/// Matches a sort, fixing sort variables and sizes.
pub(crate) fn bind(pattern: &SortPattern, ty: &Ty, bindings: &mut Bindings<'_>) -> bool {
    match (pattern, ty) {
        (SortPattern::Param(n), _) => match &bindings.sorts[*n] {
            Some(text) => *text == ty.to_string(),
            None => {
                bindings.sorts[*n] = Some(ty.to_string().into());
                *ty != Ty::RegLan
            }
        },
        (SortPattern::BitVec(n), Ty::BitVec(width)) => n.accept(*width, &mut bindings.numbers),
        (SortPattern::Float(e, s), Ty::Float(exponent, significand)) => {
            e.accept(*exponent, &mut bindings.numbers)
                && s.accept(*significand, &mut bindings.numbers)
        }
        (SortPattern::Array(both), Ty::Array(sorts)) => {
            bind(&both[0], &sorts[0], bindings) && bind(&both[1], &sorts[1], bindings)
        }
        (SortPattern::Seq(element), Ty::Seq(sort)) => bind(element, sort, bindings),
        (
            SortPattern::Ground(name),
            Ty::Bool | Ty::Int | Ty::Real | Ty::String | Ty::RegLan | Ty::RoundingMode,
        ) => *name == ground_name(ty),
        _ => false,
    }
}

/// Whether a function may stand for a function variable of a rule, its sorts fixing sort variables.
pub(crate) fn bind_function(
    variable: &VarKind,
    seed: &Seed,
    fun: FunId,
    bindings: &mut Bindings<'_>,
) -> bool {
    let VarKind::Function {
        args,
        result,
        constructor,
    } = variable
    else {
        return false;
    };
    let script = &seed.script;
    let data = script.fun(fun);
    let kind = match data.kind {
        FunKind::Constructor(..) => true,
        FunKind::Declared | FunKind::Selector(..) => !constructor,
        FunKind::Defined { recursive, .. } => !constructor && !recursive,
        _ => false,
    };
    let params = script.params(fun);
    kind && params.len() == args.len()
        && script.sort_params(fun).is_empty()
        && (args.iter().zip(params)).all(|(p, &s)| bind(p, seed.ty(s), bindings))
        && bind(result, seed.ty(data.result), bindings)
}

fn ground_name(ty: &Ty) -> &'static str {
    match ty {
        Ty::Bool => "Bool",
        Ty::Int => "Int",
        Ty::Real => "Real",
        Ty::String => "String",
        Ty::RegLan => "RegLan",
        Ty::RoundingMode => "RoundingMode",
        _ => "",
    }
}

/// The sort that a pattern stands for once its variables are fixed.
pub(crate) fn make(pattern: &SortPattern, bindings: &Bindings<'_>) -> Option<Ty> {
    Some(match pattern {
        SortPattern::Ground(name) => match name.as_str() {
            "Bool" => Ty::Bool,
            "Int" => Ty::Int,
            "Real" => Ty::Real,
            "String" => Ty::String,
            "RegLan" => Ty::RegLan,
            "RoundingMode" => Ty::RoundingMode,
            other => Ty::Named(other.into()),
        },
        SortPattern::Param(n) => parse(bindings.sorts[*n].as_ref()?),
        SortPattern::BitVec(n) => Ty::BitVec(n.value(&bindings.numbers)?),
        SortPattern::Float(e, s) => {
            Ty::Float(e.value(&bindings.numbers)?, s.value(&bindings.numbers)?)
        }
        SortPattern::Array(both) => Ty::Array(Box::new([
            make(&both[0], bindings)?,
            make(&both[1], bindings)?,
        ])),
        SortPattern::Seq(element) => Ty::Seq(Box::new(make(element, bindings)?)),
    })
}

/// A sort from its text; one that a script declares stays as written.
pub(crate) fn parse(text: &str) -> Ty {
    let numbers = |prefix: &str| -> Option<Vec<u32>> {
        text.strip_prefix(prefix)?
            .strip_suffix(')')?
            .split(' ')
            .map(|n| n.parse().ok())
            .collect()
    };
    match text {
        "Bool" => return Ty::Bool,
        "Int" => return Ty::Int,
        "Real" => return Ty::Real,
        "String" => return Ty::String,
        "RegLan" => return Ty::RegLan,
        "RoundingMode" => return Ty::RoundingMode,
        _ => {}
    }
    if let Some([width]) = numbers("(_ BitVec ").as_deref() {
        return Ty::BitVec(*width);
    }
    if let Some([e, s]) = numbers("(_ FloatingPoint ").as_deref() {
        return Ty::Float(*e, *s);
    }
    compound(text).unwrap_or_else(|| Ty::Named(text.into()))
}

/// An array or sequence sort.
fn compound(text: &str) -> Option<Ty> {
    let all = Sexprs::parse(text).ok()?;
    let sort = all.iter().next()?;
    match (sort.get(0)?.text(), sort.items().count()) {
        ("Array", 3) => {
            let both = [parse(sort.get(1)?.text()), parse(sort.get(2)?.text())];
            Some(Ty::Array(Box::new(both)))
        }
        ("Seq", 2) => Some(Ty::Seq(Box::new(parse(sort.get(1)?.text())))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sort_reads_back() {
        for text in [
            "Bool",
            "(_ BitVec 8)",
            "(_ FloatingPoint 5 11)",
            "(Array Int (Array (_ BitVec 2) Real))",
            "(Seq (Seq Int))",
        ] {
            let ty = parse(text);
            assert!(ty.is_everywhere(), "{text}");
            assert_eq!(ty.to_string(), text);
        }
        assert_eq!(parse("(List Int)"), Ty::Named("(List Int)".into()));
        assert_eq!(parse("S"), Ty::Named("S".into()));
    }
}
