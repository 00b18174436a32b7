//! Arrays that a model gives by a function: `as-array`, `lambda`, chains of `ite`.

use std::sync::Arc;

use super::applications::Shape;
use super::{Local, Pending, Task, Terms};
use crate::budget;
use crate::model::table;
use crate::program::{LambdaStep, Slot, Step};
use crate::theory::{ArrayOperator, Operator};
use crate::value::Domain;

/// The element sort of a `lambda` about which nothing is known.
const UNKNOWN: &str = "?";

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
        self.array_of(param, domain, definition.body, &[], id, tasks)
    }

    pub(super) fn lambda(
        &mut self,
        id: usize,
        wanted: Option<&Domain>,
        env: &[(Local<'t>, Slot)],
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
        // The element sort is not printed; where it is not known either, it is left open.
        let element = match wanted {
            Some(Domain::Array(_, element)) => Arc::clone(element),
            _ => Arc::new(Domain::Other(UNKNOWN.into())),
        };
        let domain = Domain::Array(Arc::new(index), element);
        self.array_of(name, domain, items[2], env, id, tasks)
    }

    /// An array by its function: a table if the body is one, else the function itself.
    pub(super) fn array_of(
        &mut self,
        param: &'t str,
        domain: Domain,
        body: usize,
        env: &[(Local<'t>, Slot)],
        id: usize,
        tasks: &mut Vec<Task<'t>>,
    ) -> Option<Slot> {
        let Domain::Array(index, element) = &domain else {
            return Some(self.bad(id));
        };
        let known = |d: &Domain| (*d != Domain::Other(UNKNOWN.into())).then(|| d.clone());
        let (index, element) = (known(index), known(element));
        let domain = self.builder.domain(domain);
        if let Some(chain) = table::chain(self.tree, &[param], body) {
            // The first row that fits counts, so the last is stored first.
            let store = || Shape::Theory(Operator::Arrays(ArrayOperator::Store), None);
            for (args, value) in &chain.rows {
                tasks.push(Task::Apply(store(), 3, None));
                tasks.push(Task::Visit(*value, element.clone()));
                tasks.extend(args.iter().map(|a| Task::Visit(*a, index.clone())));
            }
            tasks.push(Task::Apply(Shape::ConstArray(domain), 1, None));
            tasks.push(Task::Visit(chain.default, element));
            return None;
        }
        if let Err(reason) = budget::bytes(32 * env.len()) {
            return Some(self.builder.undetermined(reason));
        }
        // What the parameter shadows is not captured.
        let outer = env.iter().filter(|(local, _)| local.name != param);
        let captured = outer.clone().zip(1..).map(|((_, slot), at)| (*slot, at));
        let captured: Vec<(Slot, Slot)> = captured.collect();
        let mut params = vec![Local {
            name: param,
            domain: index,
        }];
        params.extend(outer.map(|(local, _)| local.clone()));
        let block = self.reserve();
        self.pending.push(Pending {
            block,
            params,
            body,
            result: element,
        });
        let text = self.tree.text(id);
        // The text of a lambda within others is there once for each of them.
        let charged = budget::steps(16 * text.len() as u64);
        if let Err(reason) = charged.and_then(|()| budget::bytes(text.len())) {
            return Some(self.builder.undetermined(reason));
        }
        let text = text.into();
        let step = LambdaStep {
            block: block as u32,
            captured,
            domain,
            text,
        };
        Some(self.builder.push(Step::Lambda(Box::new(step))))
    }
}
