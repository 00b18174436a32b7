//! Membership in a regular language, spelt out where its operators allow it: a language variable
//! becomes a predicate on strings, so that solvers can prove rules for all languages at once.

use super::build::{Bindings, Slot};
use super::language::{Head, Pattern, SortPattern, VarKind};
use super::rule::{Relation, Rule};
use std::fmt::Write as _;

/// Whether a pattern is a regular language.
pub(super) fn is_language(pattern: &Pattern, rule: &Rule) -> bool {
    match pattern {
        Pattern::Var(v) => is_language_var(*v, rule),
        Pattern::Constant(text) => text.starts_with("re."),
        Pattern::Apply(Head::Op(name) | Head::Indexed(name, _), _) => {
            name.starts_with("re.") || name == "str.to_re"
        }
        _ => false,
    }
}

fn is_language_var(var: usize, rule: &Rule) -> bool {
    matches!(&rule.vars[var].kind, VarKind::Term(SortPattern::Ground(sort), _) if sort == "RegLan")
}

/// Whether the rule has language variables, and all of them stand under operators whose
/// membership is a Boolean combination.
pub(super) fn can_spell(rule: &Rule) -> bool {
    let any = (0..rule.vars.len()).any(|v| is_language_var(v, rule));
    let language = rule.relation == Relation::Subset || is_language(&rule.left, rule);
    any && [&rule.left, &rule.right]
        .iter()
        .all(|side| spellable(side, language, rule))
}

fn spellable(pattern: &Pattern, language: bool, rule: &Rule) -> bool {
    if language {
        return match pattern {
            Pattern::Apply(Head::Op(name), args) => match name.as_str() {
                "re.union" | "re.inter" | "re.comp" | "re.diff" | "re.opt" => {
                    args.iter().all(|arg| spellable(arg, true, rule))
                }
                _ => !mentions_language(pattern, rule),
            },
            Pattern::Var(_) | Pattern::Constant(_) => true,
            _ => false,
        };
    }
    match pattern {
        Pattern::Apply(Head::Op(name), args) if name == "str.in_re" => {
            spellable(&args[1], true, rule)
        }
        Pattern::Apply(_, args) => args.iter().all(|arg| spellable(arg, false, rule)),
        Pattern::Binding { body, .. } => spellable(body, false, rule),
        _ => true,
    }
}

fn mentions_language(pattern: &Pattern, rule: &Rule) -> bool {
    pattern
        .variables()
        .iter()
        .any(|&v| is_language_var(v, rule))
}

/// Writes a side with memberships spelt out; with a subject, the side is a language and the
/// result says that the subject is in it.
pub(super) fn spell(
    pattern: &Pattern,
    subject: Option<&str>,
    rule: &Rule,
    bindings: &Bindings<'_>,
) -> Option<String> {
    let mut out = String::new();
    match subject {
        Some(subject) => member(subject, pattern, rule, bindings, &mut out)?,
        None => formula(pattern, rule, bindings, &mut out)?,
    }
    Some(out)
}

fn formula(
    pattern: &Pattern,
    rule: &Rule,
    bindings: &Bindings<'_>,
    out: &mut String,
) -> Option<()> {
    if !mentions_language(pattern, rule) {
        return bindings.write(pattern, out);
    }
    match pattern {
        Pattern::Apply(Head::Op(name), args) if name == "str.in_re" => {
            let mut subject = String::new();
            bindings.write(&args[0], &mut subject)?;
            member(&subject, &args[1], rule, bindings, out)
        }
        Pattern::Apply(Head::Op(name), args) => {
            let _ = write!(out, "({name}");
            for arg in args {
                out.push(' ');
                formula(arg, rule, bindings, out)?;
            }
            out.push(')');
            Some(())
        }
        Pattern::Binding {
            forall,
            bound,
            body,
        } => {
            let _ = write!(out, "({} (", if *forall { "forall" } else { "exists" });
            for (name, sort) in bound {
                let _ = write!(out, "({name} ");
                bindings.write_sort(sort, out)?;
                out.push(')');
            }
            out.push_str(") ");
            formula(body, rule, bindings, out)?;
            out.push(')');
            Some(())
        }
        _ => None,
    }
}

fn member(
    subject: &str,
    language: &Pattern,
    rule: &Rule,
    bindings: &Bindings<'_>,
    out: &mut String,
) -> Option<()> {
    if !mentions_language(language, rule) {
        let _ = write!(out, "(str.in_re {subject} ");
        bindings.write(language, out)?;
        out.push(')');
        return Some(());
    }
    let (word, args) = match language {
        Pattern::Var(v) => {
            let Slot::Text(name) = &bindings.slots[*v] else {
                return None;
            };
            let _ = write!(out, "(in-{name} {subject})");
            return Some(());
        }
        Pattern::Apply(Head::Op(name), args) => match name.as_str() {
            "re.union" => ("or", args),
            "re.inter" => ("and", args),
            "re.comp" => ("not", args),
            "re.opt" => {
                let _ = write!(out, "(or (= {subject} \"\") ");
                member(subject, &args[0], rule, bindings, out)?;
                out.push(')');
                return Some(());
            }
            "re.diff" => {
                out.push_str("(and ");
                member(subject, &args[0], rule, bindings, out)?;
                out.push_str(" (not ");
                member(subject, &args[1], rule, bindings, out)?;
                out.push_str("))");
                return Some(());
            }
            _ => return None,
        },
        _ => return None,
    };
    let _ = write!(out, "({word}");
    for arg in args {
        out.push(' ');
        member(subject, arg, rule, bindings, out)?;
    }
    out.push(')');
    Some(())
}
