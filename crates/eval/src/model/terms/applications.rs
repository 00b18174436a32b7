//! Terms with arguments: what their heads are, and the steps that they become.

use std::sync::Arc;

use super::Terms;
use super::vocabulary::Known;
use crate::program::{Core, FieldPlace, Slot, Step};
use crate::reason::Reason;
use crate::theory::Operator;
use crate::value::Domain;

/// What is applied to finished arguments.
pub(super) enum Shape {
    Core(Core),
    Theory(Operator, Option<u32>),
    Construct(Arc<str>, Arc<str>),
    Field(FieldPlace),
    Test(Arc<str>),
    ConstArray(u32),
    Call(String),
}

impl Terms<'_> {
    /// What the head of an application to so many arguments is, where a sort may be wanted.
    pub(super) fn shape(
        &mut self,
        head: usize,
        count: usize,
        wanted: Option<&Domain>,
    ) -> Option<Shape> {
        let tree = self.tree;
        if let Some(name) = tree.symbol(head) {
            return self.named_shape(name, count, wanted);
        }
        let items = tree.items(head);
        let name = items.get(1).and_then(|n| tree.symbol(*n))?;
        match tree.head(head)? {
            "as" => {
                let domain = self.sort(*items.get(2)?);
                match (&domain, name) {
                    (Domain::Datatype(sort), _) => {
                        Some(Shape::Construct(name.into(), Arc::clone(sort)))
                    }
                    (Domain::Array(..), "const") => {
                        Some(Shape::ConstArray(self.builder.domain(domain)))
                    }
                    _ => {
                        let domain = self.builder.domain(domain);
                        Operator::named(name, &[]).map(|o| Shape::Theory(o, Some(domain)))
                    }
                }
            }
            "_" if name == "is" => Some(Shape::Test(
                items.get(2).and_then(|c| tree.symbol(*c))?.into(),
            )),
            "_" => {
                let indices: Vec<u32> = items[2..]
                    .iter()
                    .filter_map(|i| tree.token(*i)?.parse().ok())
                    .collect();
                match Core::named(name, &indices) {
                    Some(core) => Some(Shape::Core(core)),
                    None => Operator::named(name, &indices).map(|o| Shape::Theory(o, None)),
                }
            }
            _ => None,
        }
    }

    fn named_shape(&mut self, name: &str, count: usize, wanted: Option<&Domain>) -> Option<Shape> {
        match self.known.get(name) {
            Some(Known::Constructor { sort }) => {
                let sort = self.instance(name, sort, wanted);
                return Some(Shape::Construct(name.into(), sort));
            }
            Some(Known::Selector(place)) => return Some(Shape::Field(place.clone())),
            Some(Known::Tester(constructor)) => return Some(Shape::Test(Arc::clone(constructor))),
            None => {}
        }
        if let Some(definition) = self.definitions.get(name) {
            let fits = definition.params.len() == count;
            return fits.then(|| Shape::Call(name.to_string()));
        }
        Some(match (Core::named(name, &[]), Operator::named(name, &[])) {
            (Some(core), _) => Shape::Core(core),
            (None, Some(operator)) => Shape::Theory(operator, None),
            _ => Shape::Call(name.to_string()),
        })
    }

    /// The datatype's instance that a constructor makes: the one that is wanted, if it has it.
    pub(super) fn instance(
        &self,
        constructor: &str,
        sort: &Arc<str>,
        wanted: Option<&Domain>,
    ) -> Arc<str> {
        match wanted {
            Some(Domain::Datatype(instance)) if self.constructs(constructor, instance) => {
                Arc::clone(instance)
            }
            _ => Arc::clone(sort),
        }
    }

    fn constructs(&self, constructor: &str, sort: &Arc<str>) -> bool {
        let constructors = self.datatypes.datatypes.get(sort);
        constructors.is_some_and(|all| all.iter().any(|c| &*c.name == constructor))
    }

    pub(super) fn apply(&mut self, shape: Shape, args: &[Slot]) -> Slot {
        let first = args.first().copied().unwrap_or(0);
        match shape {
            Shape::Core(core) => match self.builder.core(core, args) {
                Some(slot) => slot,
                None => self.builder.undetermined(Reason::IllSorted),
            },
            Shape::Theory(operator, domain) => self.builder.operator(operator, args, domain),
            Shape::Construct(name, sort) => {
                let args = self.builder.run(args.iter().copied());
                self.builder.push(Step::Construct {
                    constructor: Box::new((name, sort)),
                    args,
                })
            }
            Shape::Field(place) => self.builder.push(Step::Field {
                place: Box::new(place),
                data: first,
            }),
            Shape::Test(constructor) => self.builder.push(Step::Test {
                constructor: Box::new(constructor),
                data: first,
            }),
            Shape::ConstArray(domain) => self.builder.push(Step::ConstArray {
                value: first,
                domain,
            }),
            Shape::Call(name) => self.builder.call(&name, args),
        }
    }
}
