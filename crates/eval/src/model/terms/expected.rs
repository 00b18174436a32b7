//! Which sorts the terms of a model have and want: parameters, definitions, constructors and ascriptions
//! say so.

use std::sync::Arc;

use super::applications::Shape;
use super::{Done, Local, Terms};
use crate::model::fit::converts;
use crate::program::{Core, Slot, Step};
use crate::theory::{Arithmetic, ArrayOperator, Operator, Sequences, Sets, Strings};
use crate::value::Domain;

/// Whether values of a domain are looked into for their sort; those of a sort that is not known are not.
fn settles_later(domain: &Domain) -> bool {
    converts(domain) && !matches!(domain, Domain::Other(_))
}

impl<'t> Terms<'t> {
    /// A finished term of its own sort where one may be wanted: an integer for a real is that real, and
    /// what a term does not say about its sort is settled when it has its value.
    pub(super) fn conform(
        &mut self,
        slot: Slot,
        own: Option<Domain>,
        wanted: Option<Domain>,
    ) -> Done {
        match (own, wanted) {
            (own, Some(Domain::Real)) if own != Some(Domain::Real) => {
                let to_real = Operator::Arithmetic(Arithmetic::ToReal);
                let slot = self.builder.operator(to_real, &[slot], None);
                (slot, Some(Domain::Real))
            }
            (own, Some(wanted)) if own.as_ref() != Some(&wanted) && settles_later(&wanted) => {
                let domain = self.builder.domain(wanted.clone());
                let value = slot;
                (self.builder.push(Step::Fit { value, domain }), Some(wanted))
            }
            (own, wanted) => (slot, own.or(wanted)),
        }
    }

    /// The sorts that an application wants of its arguments, one for each.
    pub(super) fn expected(
        &self,
        shape: &Shape,
        args: &[usize],
        wanted: Option<&Domain>,
        env: &[(Local<'t>, Slot)],
    ) -> Vec<Option<Domain>> {
        let all = |domain: Option<Domain>| vec![domain; args.len()];
        let mut each = match shape {
            Shape::Core(Core::Ite) => vec![Some(Domain::Bool), wanted.cloned(), wanted.cloned()],
            Shape::Core(Core::Equal | Core::Distinct) => {
                all(args.iter().find_map(|arg| self.sort_of(*arg, env)))
            }
            Shape::Construct(name, sort) => self.fields(name, sort),
            Shape::ConstArray(domain) => match self.builder.program.domain(*domain) {
                Some(Domain::Array(_, element)) => vec![Some((**element).clone())],
                _ => Vec::new(),
            },
            Shape::Call(name) => match self.definitions.get(name.as_str()) {
                Some(definition) => {
                    let params = definition.params.iter();
                    params.map(|(_, domain)| Some(domain.clone())).collect()
                }
                None => Vec::new(),
            },
            Shape::Theory(operator, _) => self.operands(*operator, args, wanted, env),
            Shape::Field(_) | Shape::Test(_) | Shape::Core(_) => Vec::new(),
        };
        each.resize(args.len(), None);
        each
    }

    fn operands(
        &self,
        operator: Operator,
        args: &[usize],
        wanted: Option<&Domain>,
        env: &[(Local<'t>, Slot)],
    ) -> Vec<Option<Domain>> {
        let first = || args.first().and_then(|a| self.sort_of(*a, env));
        let whole = || wanted.cloned().or_else(first);
        let part = |d: &Arc<Domain>| Some((**d).clone());
        match operator {
            Operator::Arrays(ArrayOperator::Select) => match first() {
                Some(Domain::Array(index, _)) => vec![None, part(&index)],
                _ => Vec::new(),
            },
            Operator::Arrays(ArrayOperator::Store) => match whole() {
                Some(array @ Domain::Array(..)) => {
                    let Domain::Array(index, element) = &array else {
                        return Vec::new();
                    };
                    vec![Some(array.clone()), part(index), part(element)]
                }
                _ => Vec::new(),
            },
            Operator::Sequences(Sequences::Unit) | Operator::Sets(Sets::Singleton) => {
                match wanted {
                    Some(Domain::Seq(element) | Domain::Set(element)) => vec![part(element)],
                    _ => Vec::new(),
                }
            }
            Operator::Sequences(Sequences::Like(Strings::Concat))
            | Operator::Sets(Sets::Union | Sets::Inter | Sets::Minus) => {
                vec![whole(); args.len()]
            }
            Operator::Sets(Sets::Insert) => match wanted {
                Some(set @ Domain::Set(element)) => {
                    let mut each = vec![part(element); args.len()];
                    if let Some(last) = each.last_mut() {
                        *last = Some(set.clone());
                    }
                    each
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The sorts of a constructor's fields in an instance of its datatype.
    fn fields(&self, constructor: &str, sort: &Arc<str>) -> Vec<Option<Domain>> {
        let constructors = self.datatypes.datatypes.get(sort);
        let found = constructors.and_then(|all| all.iter().find(|c| &*c.name == constructor));
        found.map_or_else(Vec::new, |constructor| {
            let fields = constructor.fields.iter();
            fields.map(|(_, domain)| Some(domain.clone())).collect()
        })
    }

    /// The sort of an application whose arguments are finished, where it is plain.
    pub(super) fn result(&self, shape: &Shape, args: &[Done]) -> Option<Domain> {
        let argument = |i: usize| args.get(i).and_then(|(_, domain)| domain.clone());
        match shape {
            Shape::Core(Core::Ite) => argument(1).filter(|then| Some(then) == argument(2).as_ref()),
            Shape::Core(_) | Shape::Test(_) => Some(Domain::Bool),
            Shape::Construct(_, sort) => Some(Domain::Datatype(Arc::clone(sort))),
            Shape::ConstArray(domain) => self.builder.program.domain(*domain).cloned(),
            Shape::Call(name) => Some(self.definitions.get(name.as_str())?.result.clone()),
            Shape::Theory(Operator::Arrays(ArrayOperator::Store), _) => argument(0),
            Shape::Theory(Operator::Arrays(ArrayOperator::Select), _) => match argument(0)? {
                Domain::Array(_, element) => Some((*element).clone()),
                _ => None,
            },
            Shape::Theory(..) | Shape::Field(_) => None,
        }
    }

    /// The sort of a term that is not compiled yet, where it is plain to see.
    pub(super) fn sort_of(&self, id: usize, env: &[(Local<'t>, Slot)]) -> Option<Domain> {
        let tree = self.tree;
        let mut id = id;
        loop {
            if let Some(name) = tree.symbol(id) {
                if let Some((local, _)) = env.iter().rev().find(|(l, _)| l.name == name) {
                    return local.domain.clone();
                }
                let definition = self.definitions.get(name)?;
                return definition
                    .params
                    .is_empty()
                    .then(|| definition.result.clone());
            }
            let items = tree.items(id);
            match (tree.head(id), items) {
                (Some("store" | "!"), [_, first, ..]) => id = *first,
                (Some("as"), [_, _, sort]) => return Some(self.sort(*sort)),
                (None, [head, ..]) if tree.head(*head) == Some("as") => {
                    return tree.items(*head).get(2).map(|sort| self.sort(*sort));
                }
                (Some(name), [_, _, ..]) => {
                    let definition = self.definitions.get(name)?;
                    let applied = definition.params.len() == items.len() - 1;
                    return applied.then(|| definition.result.clone());
                }
                _ => return None,
            }
        }
    }

    /// Whether the head of an application is an array: a variable, or a constant of the model.
    pub(super) fn is_array(&self, head: usize, env: &[(Local<'t>, Slot)]) -> bool {
        let Some(name) = self.tree.symbol(head) else {
            return false;
        };
        let constant = |name: &str| {
            let definition = self.definitions.get(name);
            definition.is_some_and(|d| d.params.is_empty() && matches!(d.result, Domain::Array(..)))
        };
        env.iter().any(|(local, _)| local.name == name) || constant(name)
    }

    /// The index sort of an array that is a name.
    pub(super) fn index_of(&self, name: usize, env: &[(Local<'t>, Slot)]) -> Option<Domain> {
        match self.sort_of(name, env)? {
            Domain::Array(index, _) => Some((*index).clone()),
            _ => None,
        }
    }
}
