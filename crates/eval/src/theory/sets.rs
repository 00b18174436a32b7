//! Finite sets, as cvc5 has them. Complements and universes stay undetermined.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Args, Outcome};
use crate::budget;
use crate::reason::Reason;
use crate::value::{Domain, Integer, Set, Value};

/// A set operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sets {
    Empty,
    Singleton,
    Insert,
    Union,
    Inter,
    Minus,
    Member,
    Subset,
    Card,
    IsEmpty,
    IsSingleton,
    Choose,
}

impl Sets {
    pub(crate) fn named(name: &str) -> Option<Sets> {
        use Sets::*;
        Some(match name {
            "set.empty" | "emptyset" => Empty,
            "set.singleton" | "singleton" => Singleton,
            "set.insert" | "insert" => Insert,
            "set.union" | "union" => Union,
            "set.inter" | "intersection" => Inter,
            "set.minus" | "setminus" => Minus,
            "set.member" | "member" => Member,
            "set.subset" | "subset" => Subset,
            "set.card" | "card" => Card,
            "set.is_empty" => IsEmpty,
            "set.is_singleton" => IsSingleton,
            "set.choose" => Choose,
            _ => return None,
        })
    }

    pub(crate) fn apply(self, args: &Args<'_>, domain: Option<&Domain>) -> Outcome {
        use Sets::*;
        match self {
            Empty => make(domain, BTreeSet::new()),
            Singleton => {
                let only = member(args, 0)?;
                // A model's term has no sort but its value's.
                let own = Domain::Set(Arc::new(Domain::of(&only)));
                make(domain.or(Some(&own)), BTreeSet::from([only]))
            }
            Insert => {
                let last = args.len().checked_sub(1).ok_or(Reason::IllSorted)?;
                let set = args.set(last)?;
                copied(&[set], last)?;
                let mut members = set.members.clone();
                for i in 0..last {
                    members.insert(member_of(set, args, i)?);
                }
                Ok(Value::Set(Arc::new(Set {
                    element: set.element.clone(),
                    members,
                })))
            }
            Union | Inter | Minus => self.combine(args),
            Member => {
                let set = args.set(1)?;
                Ok(Value::Bool(set.members.contains(&member_of(set, args, 0)?)))
            }
            Subset => args.chain(|i, j| {
                let (small, large) = (args.set(i)?, args.set(j)?);
                small.same_sort(large)?;
                Set::charge(&[small, large])?;
                Ok(small.members.is_subset(&large.members))
            }),
            Card => Ok(Value::Int(Integer::from(args.set(0)?.members.len()))),
            IsEmpty => Ok(Value::Bool(args.set(0)?.members.is_empty())),
            IsSingleton => Ok(Value::Bool(args.set(0)?.members.len() == 1)),
            // A set of one member has one choice.
            Choose => match args.set(0)?.members.first() {
                Some(only) if args.set(0)?.members.len() == 1 => Ok(only.clone()),
                _ => Err(Reason::Unspecified("set.choose")),
            },
        }
    }

    fn combine(self, args: &Args<'_>) -> Outcome {
        let first = args.set(0)?;
        copied(&[first], 0)?;
        let mut members = first.members.clone();
        for i in 1..args.len() {
            let other = args.set(i)?;
            first.same_sort(other)?;
            copied(&[other], members.len())?;
            let other = &other.members;
            match self {
                Sets::Union => members.extend(other.iter().cloned()),
                Sets::Inter => members.retain(|m| other.contains(m)),
                _ => members.retain(|m| !other.contains(m)),
            }
        }
        Ok(Value::Set(Arc::new(Set {
            element: first.element.clone(),
            members,
        })))
    }
}

/// What it takes to copy some sets, with so many members more.
fn copied(sets: &[&Set], more: usize) -> Result<(), Reason> {
    Set::charge(sets)?;
    let members = sets.iter().fold(more, |n, set| n + set.members.len());
    budget::items::<[Value; 2]>(members)
}

fn make(domain: Option<&Domain>, members: BTreeSet<Value>) -> Outcome {
    match domain {
        Some(Domain::Set(element)) => Ok(Value::Set(Arc::new(Set {
            element: (**element).clone(),
            members,
        }))),
        _ => Err(Reason::IllSorted),
    }
}

/// A value of a set's element sort: structural equality knows no integers for reals.
fn member_of(set: &Set, args: &Args<'_>, i: usize) -> Outcome {
    let value = member(args, i)?;
    if Domain::of(&value) == set.element {
        Ok(value)
    } else {
        Err(Reason::IllSorted)
    }
}

/// A member whose equality is structural; sets of others would need doubtful comparisons.
fn member(args: &Args<'_>, i: usize) -> Outcome {
    let value = args.get(i)?;
    if value.is_canonical() {
        Ok(value.clone())
    } else {
        budget::steps(1)?;
        Err(Reason::Precision)
    }
}
