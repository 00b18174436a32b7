//! Arrays that a model gives by a function: `as-array`, `lambda`, chains of `ite`.

use std::sync::Arc;

use super::applications::Shape;
use super::{Pending, Task, Terms};
use crate::model::table;
use crate::program::{LambdaStep, Slot, Step};
use crate::theory::{ArrayOperator, Operator};
use crate::value::Domain;

impl<'t> Terms<'t> {
    /// `(_ as-array f)`: the array of a function that the model defines.
    pub(super) fn function_array(
        &mut self,
        name: &str,
        id: usize,
        tasks: &mut Vec<Task<'t>>,
    ) -> Option<Slot> {
        let Some(definition) = self.definitions.get(name).cloned() else {
            return Some(self.bad(id));
        };
        let [(param, index)] = definition.params.as_slice() else {
            return Some(self.bad(id));
        };
        let domain = Domain::Array(Arc::new(index.clone()), Arc::new(definition.result.clone()));
        self.array_of(&[param], domain, definition.body, &[], id, tasks)
    }

    pub(super) fn lambda(
        &mut self,
        id: usize,
        env: &[(&'t str, Slot)],
        tasks: &mut Vec<Task<'t>>,
    ) -> Option<Slot> {
        let tree = self.tree;
        let items = tree.items(id);
        let params = tree.items(items[1]);
        let [param] = params else {
            return Some(self.bad(id));
        };
        let Some([name, sort]) = tree.exactly::<2>(*param) else {
            return Some(self.bad(id));
        };
        let Some(name) = tree.symbol(name) else {
            return Some(self.bad(id));
        };
        let index = self.sort(sort);
        // The element sort is not printed; it is left open and never matters for lookups.
        let domain = Domain::Array(Arc::new(index), Arc::new(Domain::Other("?".into())));
        self.array_of(&[name], domain, items[2], env, id, tasks)
    }

    /// An array by its function: a table if the body is one, else the function itself.
    pub(super) fn array_of(
        &mut self,
        params: &[&'t str],
        domain: Domain,
        body: usize,
        env: &[(&'t str, Slot)],
        id: usize,
        tasks: &mut Vec<Task<'t>>,
    ) -> Option<Slot> {
        let domain = self.builder.domain(domain);
        if let Some(chain) = table::chain(self.tree, params, body) {
            // The first row that fits counts, so the last is stored first.
            let store = || Shape::Theory(Operator::Arrays(ArrayOperator::Store), None);
            for (args, value) in &chain.rows {
                tasks.push(Task::Apply(store(), 3));
                tasks.push(Task::Visit(*value));
                tasks.extend(args.iter().map(|a| Task::Visit(*a)));
            }
            tasks.push(Task::Apply(Shape::ConstArray(domain), 1));
            tasks.push(Task::Visit(chain.default));
            return None;
        }
        let captured: Vec<(Slot, Slot)> = env
            .iter()
            .enumerate()
            .map(|(i, (_, s))| (*s, 1 + i as Slot))
            .collect();
        let params = params
            .iter()
            .copied()
            .chain(env.iter().map(|(n, _)| *n))
            .collect();
        let block = self.reserve();
        self.pending.push(Pending {
            block,
            params,
            body,
        });
        let text = self.tree.text(id).into();
        let step = LambdaStep {
            block: block as u32,
            captured,
            domain,
            text,
        };
        Some(self.builder.push(Step::Lambda(Box::new(step))))
    }
}
