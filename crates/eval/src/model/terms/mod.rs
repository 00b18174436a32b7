//! The terms of a model, from s-expressions to steps. The sort that is wanted goes down with each term,
//! so that an integer becomes a real and a constructor its instance where the model says so by its
//! sorts alone; an explicit stack keeps deep chains of `ite` and `store` harmless.

mod applications;
mod arrays;
mod atoms;
mod expected;
mod vocabulary;

use gadfly_term::Script;
use rustc_hash::FxHashMap;

use super::numbers;
use super::sexpr::Sexprs;
use crate::budget;
use crate::program::{Block, Builder, Slot, compile};
use crate::reason::Reason;
use crate::theory::{ArrayOperator, Operator};
use crate::value::{Domain, Domains, Value};
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
    /// The script's datatypes.
    datatypes: Domains,
    pending: Vec<Pending<'t>>,
    /// Whether a decimal was met that may be rounded.
    pub(super) rounded: bool,
    /// Whether a string was met whose reading depends on the release.
    pub(super) foreign: bool,
    /// Whether strings are surely printed by the standard.
    pub(super) standard_strings: bool,
}

/// A parameter or a variable of a `let`, with its sort where that is known.
#[derive(Clone)]
pub(super) struct Local<'t> {
    pub(super) name: &'t str,
    pub(super) domain: Option<Domain>,
}

/// Names that are in scope, with the slots that hold their values.
type Env<'t> = Vec<(Local<'t>, Slot)>;

/// The body of a lambda, compiled after the block it stands in.
struct Pending<'t> {
    block: usize,
    params: Vec<Local<'t>>,
    body: usize,
    result: Option<Domain>,
}

/// What to do next; finished terms wait on a stack of slots.
enum Task<'t> {
    /// A term, with the sort that is wanted.
    Visit(usize, Option<Domain>),
    Apply(Shape, usize, Option<Domain>),
    Bind(Vec<&'t str>),
    Unbind(usize),
}

/// A finished term, and its sort where that is known.
type Done = (Slot, Option<Domain>);

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
            datatypes: compile(script, &[]).sorts,
            pending: Vec::new(),
            rounded: false,
            foreign: false,
            standard_strings: false,
        };
        terms.learn(script);
        terms
    }

    /// Compiles a body with parameters, of a sort, into a block; its number.
    pub(super) fn block(
        &mut self,
        params: &[(&'t str, Domain)],
        body: usize,
        result: &Domain,
    ) -> u32 {
        let number = self.reserve();
        let params = params.iter().map(|(name, domain)| Local {
            name,
            domain: Some(domain.clone()),
        });
        self.fill(number, params.collect(), body, Some(result.clone()));
        self.finish_pending();
        number as u32
    }

    /// Compiles the array of a function into a block; its number.
    pub(super) fn array_block(&mut self, index: &'t str, domain: Domain, body: usize) -> u32 {
        let number = self.reserve();
        self.builder.begin(0);
        let mut tasks = Vec::new();
        let slot = self.array_of(index, domain, body, &[], body, &mut tasks);
        let done = slot.map(|slot| (slot, None));
        self.work(number, Vec::new(), tasks, done.into_iter().collect());
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
        while let Some(pending) = self.pending.pop() {
            self.fill(pending.block, pending.params, pending.body, pending.result);
        }
    }

    fn fill(&mut self, number: usize, params: Vec<Local<'t>>, body: usize, result: Option<Domain>) {
        self.builder.begin(params.len() as u32);
        let env = params.into_iter().zip(0..).collect();
        self.work(number, env, vec![Task::Visit(body, result)], Vec::new());
    }

    /// Does all tasks of the block that was begun, and ends it.
    fn work(
        &mut self,
        number: usize,
        mut env: Env<'t>,
        mut tasks: Vec<Task<'t>>,
        mut done: Vec<Done>,
    ) {
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(id, wanted) => {
                    if let Some(finished) = self.visit(id, wanted, &env, &mut tasks) {
                        done.push(finished);
                    }
                }
                Task::Apply(shape, count, wanted) => {
                    let args = done.split_off(done.len().saturating_sub(count));
                    let own = self.result(&shape, &args);
                    let slots: Vec<Slot> = args.iter().map(|(slot, _)| *slot).collect();
                    let slot = self.apply(shape, &slots);
                    done.push(self.conform(slot, own, wanted));
                }
                Task::Bind(names) => {
                    let slots = done.split_off(done.len().saturating_sub(names.len()));
                    let locals = names.into_iter().zip(slots);
                    env.extend(locals.map(|(name, (slot, domain))| (Local { name, domain }, slot)));
                }
                Task::Unbind(count) => env.truncate(env.len().saturating_sub(count)),
            }
        }
        let result = done.pop().map_or(0, |(slot, _)| slot);
        self.blocks[number] = self.builder.end(result);
    }

    /// A finished term, or tasks that will finish it.
    fn visit(
        &mut self,
        id: usize,
        wanted: Option<Domain>,
        env: &[(Local<'t>, Slot)],
        tasks: &mut Vec<Task<'t>>,
    ) -> Option<Done> {
        let tree = self.tree;
        if !tree.is_list(id) {
            let (slot, own) = self.atom(id, wanted.as_ref(), env);
            return Some(self.conform(slot, own, wanted));
        }
        let items = tree.items(id);
        let slot = match (tree.head(id), items.len()) {
            (Some("let"), 3) => {
                self.open_let(items[1], items[2], wanted, tasks);
                return None;
            }
            (Some("!"), 2..) => {
                tasks.push(Task::Visit(items[1], wanted));
                return None;
            }
            (Some("lambda"), 3) => self.lambda(id, wanted.as_ref(), env, tasks)?,
            (Some("as"), 3) => self.ascribed(id),
            (Some("_"), 3..) => self.indexed(id, tasks)?,
            (Some("root-obj"), 3) => self.given(numbers::root_object(tree, id), id),
            (None, 2..) | (Some(_), 2..) => {
                let count = items.len() - 1;
                if self.is_array(items[0], env) {
                    if count != 1 {
                        return Some((self.bad(id), None));
                    }
                    let select = Shape::Theory(Operator::Arrays(ArrayOperator::Select), None);
                    let index = self.index_of(items[0], env);
                    tasks.push(Task::Apply(select, 2, wanted));
                    tasks.push(Task::Visit(items[1], index));
                    tasks.push(Task::Visit(items[0], None));
                    return None;
                }
                match self.shape(items[0], count, wanted.as_ref()) {
                    Some(shape) => {
                        let expected = self.expected(&shape, &items[1..], wanted.as_ref(), env);
                        tasks.push(Task::Apply(shape, count, wanted));
                        let args = items[1..].iter().zip(expected).rev();
                        tasks.extend(args.map(|(arg, domain)| Task::Visit(*arg, domain)));
                        return None;
                    }
                    None => self.bad(id),
                }
            }
            _ => self.bad(id),
        };
        Some(self.conform(slot, None, wanted))
    }

    fn open_let(
        &mut self,
        bindings: usize,
        body: usize,
        wanted: Option<Domain>,
        tasks: &mut Vec<Task<'t>>,
    ) {
        let tree = self.tree;
        let bindings = tree.items(bindings);
        let names: Vec<&str> = bindings.iter().filter_map(|b| tree.head(*b)).collect();
        tasks.push(Task::Unbind(names.len()));
        tasks.push(Task::Visit(body, wanted));
        tasks.push(Task::Bind(names));
        let terms = bindings.iter().rev();
        let terms = terms.filter_map(|b| tree.items(*b).get(1));
        tasks.extend(terms.map(|t| Task::Visit(*t, None)));
    }

    fn bad(&mut self, id: usize) -> Slot {
        let text: String = self.tree.text(id).chars().take(60).collect();
        let reason = budget::refused_or(Reason::Unreadable(text.into()));
        self.builder.undetermined(reason)
    }

    fn given(&mut self, value: Option<Value>, id: usize) -> Slot {
        match value {
            Some(value) => self.builder.constant(value),
            None => self.bad(id),
        }
    }
}
