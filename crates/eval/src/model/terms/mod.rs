//! The terms of a model, from s-expressions to steps. Values carry their sorts, so none are checked
//! here; an explicit stack keeps deep chains of `ite` and `store` harmless.

mod applications;
mod arrays;
mod atoms;
mod vocabulary;

use gadfly_term::Script;
use rustc_hash::FxHashMap;

use super::numbers;
use super::sexpr::Sexprs;
use crate::program::{Block, Builder, Slot};
use crate::reason::Reason;
use crate::value::{Domain, Value};
use applications::Shape;
use vocabulary::Known;

/// A function that the model defines.
#[derive(Clone)]
pub(super) struct Definition<'t> {
    pub(super) name: &'t str,
    pub(super) params: Vec<(&'t str, Domain)>,
    pub(super) result: Domain,
    pub(super) body: usize,
    /// The parameter of a body that is the function of an array (yices prints arrays so).
    pub(super) index: Option<&'t str>,
}

impl<'t> Definition<'t> {
    /// A constant.
    pub(super) fn constant(name: &'t str, result: Domain, body: usize) -> Definition<'t> {
        Definition {
            name,
            params: Vec::new(),
            result,
            body,
            index: None,
        }
    }
}

/// Compiles the terms of one model.
pub(super) struct Terms<'t> {
    pub(super) tree: &'t Sexprs<'t>,
    pub(super) builder: Builder,
    pub(super) blocks: Vec<Block>,
    pub(super) definitions: FxHashMap<&'t str, Definition<'t>>,
    /// Elements of uninterpreted sorts, by name.
    pub(super) elements: FxHashMap<String, Value>,
    known: FxHashMap<String, Known>,
    sorts: FxHashMap<String, Domain>,
    pending: Vec<Pending<'t>>,
    /// Whether a decimal was met that may be rounded.
    pub(super) rounded: bool,
    /// Whether strings are surely printed by the standard.
    pub(super) standard_strings: bool,
}

/// The body of a lambda, compiled after the block it stands in.
struct Pending<'t> {
    block: usize,
    params: Vec<&'t str>,
    body: usize,
}

/// What to do next; finished terms wait on a stack of slots.
enum Task<'t> {
    Visit(usize),
    Apply(Shape, usize),
    Bind(Vec<&'t str>),
    Unbind(usize),
}

impl<'t> Terms<'t> {
    pub(super) fn new(tree: &'t Sexprs<'t>, script: &Script) -> Terms<'t> {
        let mut terms = Terms {
            tree,
            builder: Builder::default(),
            blocks: Vec::new(),
            definitions: FxHashMap::default(),
            elements: FxHashMap::default(),
            known: FxHashMap::default(),
            sorts: FxHashMap::default(),
            pending: Vec::new(),
            rounded: false,
            standard_strings: false,
        };
        terms.learn(script);
        terms
    }

    /// Compiles a body with parameters into a block; its number.
    pub(super) fn block(&mut self, params: &[&'t str], body: usize) -> u32 {
        let number = self.reserve();
        self.fill(number, params, body);
        self.finish_pending();
        number as u32
    }

    /// Compiles the array of a function into a block; its number.
    pub(super) fn array_block(&mut self, index: &'t str, domain: Domain, body: usize) -> u32 {
        let number = self.reserve();
        self.builder.begin(0);
        let mut tasks = Vec::new();
        let slot = self.array_of(&[index], domain, body, &[], body, &mut tasks);
        self.work(number, Vec::new(), tasks, slot.into_iter().collect());
        self.finish_pending();
        number as u32
    }

    /// The number of a block that is compiled later.
    fn reserve(&mut self) -> usize {
        self.blocks.push(Block {
            start: 0,
            end: 0,
            result: 0,
        });
        self.blocks.len() - 1
    }

    fn finish_pending(&mut self) {
        while let Some(Pending {
            block,
            params,
            body,
        }) = self.pending.pop()
        {
            self.fill(block, &params, body);
        }
    }

    fn fill(&mut self, number: usize, params: &[&'t str], body: usize) {
        self.builder.begin(params.len() as u32);
        let env: Vec<(&'t str, Slot)> = params
            .iter()
            .enumerate()
            .map(|(i, p)| (*p, i as Slot))
            .collect();
        self.work(number, env, vec![Task::Visit(body)], Vec::new());
    }

    /// Does all tasks of the block that was begun, and ends it.
    fn work(
        &mut self,
        number: usize,
        mut env: Vec<(&'t str, Slot)>,
        mut tasks: Vec<Task<'t>>,
        mut done: Vec<Slot>,
    ) {
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(id) => {
                    if let Some(slot) = self.visit(id, &env, &mut tasks) {
                        done.push(slot);
                    }
                }
                Task::Apply(shape, count) => {
                    let args = done.split_off(done.len().saturating_sub(count));
                    let slot = self.apply(shape, &args);
                    done.push(slot);
                }
                Task::Bind(names) => {
                    let slots = done.split_off(done.len().saturating_sub(names.len()));
                    env.extend(names.into_iter().zip(slots));
                }
                Task::Unbind(count) => env.truncate(env.len().saturating_sub(count)),
            }
        }
        let result = done.pop().unwrap_or(0);
        self.blocks[number] = self.builder.end(result);
    }

    /// A finished slot, or tasks that will finish one.
    fn visit(
        &mut self,
        id: usize,
        env: &[(&'t str, Slot)],
        tasks: &mut Vec<Task<'t>>,
    ) -> Option<Slot> {
        let tree = self.tree;
        if !tree.is_list(id) {
            return Some(self.atom(id, env));
        }
        let items = tree.items(id);
        match (tree.head(id), items.len()) {
            (Some("let"), 3) => {
                let bindings = tree.items(items[1]);
                let names: Vec<&str> = bindings.iter().filter_map(|b| tree.head(*b)).collect();
                tasks.push(Task::Unbind(names.len()));
                tasks.push(Task::Visit(items[2]));
                tasks.push(Task::Bind(names));
                tasks.extend(
                    bindings
                        .iter()
                        .rev()
                        .filter_map(|b| tree.items(*b).get(1))
                        .map(|t| Task::Visit(*t)),
                );
                None
            }
            (Some("!"), 2..) => {
                tasks.push(Task::Visit(items[1]));
                None
            }
            (Some("lambda"), 3) => self.lambda(id, env, tasks),
            (Some("as"), 3) => Some(self.ascribed(id)),
            (Some("_"), 3..) => self.indexed(id, tasks),
            (Some("root-obj"), 3) => Some(self.given(numbers::root_object(tree, id), id)),
            (None, 2..) | (Some(_), 2..) => match self.shape(items[0]) {
                Some(shape) => {
                    tasks.push(Task::Apply(shape, items.len() - 1));
                    tasks.extend(items[1..].iter().rev().map(|i| Task::Visit(*i)));
                    None
                }
                None => Some(self.bad(id)),
            },
            _ => Some(self.bad(id)),
        }
    }

    fn bad(&mut self, id: usize) -> Slot {
        let text: String = self.tree.text(id).chars().take(60).collect();
        self.builder.undetermined(Reason::Unreadable(text.into()))
    }

    fn given(&mut self, value: Option<Value>, id: usize) -> Slot {
        match value {
            Some(value) => self.builder.constant(value),
            None => self.bad(id),
        }
    }
}
