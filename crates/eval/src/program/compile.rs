//! From a script's terms to steps: blocks, and the walk over their nodes.

use std::sync::Arc;

use gadfly_term::{FunId, Head, NodeId, OpId, Reading, Script, SortId, SortKind, VarId};
use rustc_hash::FxHashMap;

use super::applications::Meaning;
use super::builder::Builder;
use super::{Block, Program, Slot, sorts};
use crate::reason::Reason;
use crate::theory::{ArrayOperator, Operator};

/// Compiles closed terms of a script: block `i` of the program computes `roots[i]`.
pub(crate) fn compile(script: &Script, roots: &[NodeId]) -> Program {
    compiled(script, roots, false)
}

/// The same without jumps in the roots, and with the places of their nodes: every subterm gets a
/// value that can be looked at.
pub(crate) fn compile_eagerly(script: &Script, roots: &[NodeId]) -> Program {
    compiled(script, roots, true)
}

fn compiled(script: &Script, roots: &[NodeId], eager: bool) -> Program {
    let mut compiler = Compiler {
        script,
        traced: if eager { roots.len() } else { 0 },
        builder: Builder::default(),
        blocks: vec![None; roots.len()],
        jobs: Vec::new(),
        functions: FxHashMap::default(),
        operators: Vec::new(),
        indexed: Vec::new(),
        readings: FxHashMap::default(),
        buffer: Vec::new(),
    };
    sorts::declare_datatypes(script, &mut compiler.builder);
    for (block, root) in roots.iter().enumerate() {
        compiler.block(Job {
            block,
            root: *root,
            params: Vec::new(),
        });
    }
    while let Some(job) = compiler.jobs.pop() {
        compiler.block(job);
    }
    let mut program = compiler.builder.program;
    let empty = Block {
        start: 0,
        end: 0,
        result: 0,
    };
    program.blocks = compiler
        .blocks
        .into_iter()
        .map(|b| b.unwrap_or_else(|| empty.clone()))
        .collect();
    program
}

/// A body to be compiled into a block, with what its first slots hold.
pub(super) struct Job {
    pub(super) block: usize,
    pub(super) root: NodeId,
    pub(super) params: Vec<VarId>,
}

/// An operator with so many arguments, and the sorts of its result and of the first of them.
pub(super) type Application = (OpId, usize, [SortId; 4]);

pub(super) struct Compiler<'s> {
    pub(super) script: &'s Script,
    /// So many blocks have no jumps and are traced.
    pub(super) traced: usize,
    pub(super) builder: Builder,
    pub(super) blocks: Vec<Option<Block>>,
    pub(super) jobs: Vec<Job>,
    pub(super) functions: FxHashMap<FunId, u32>,
    /// What operators without indices mean, by their numbers.
    pub(super) operators: Vec<Option<Meaning>>,
    /// What those with indices mean: few occur in one script.
    pub(super) indexed: Vec<(OpId, Vec<u32>, Meaning)>,
    /// How operators read arguments; `None` where no signature takes them.
    pub(super) readings: FxHashMap<Application, Option<Arc<[Reading]>>>,
    /// The arguments of the node at hand.
    pub(super) buffer: Vec<Slot>,
}

/// Something to do before the first node of a subterm.
#[derive(Clone, Copy)]
pub(super) enum Open {
    Quantifier(NodeId),
    /// The body of this case (by its argument's number) of a match.
    Case(NodeId, usize),
    /// Go on at this node: its subterm is compiled elsewhere, or not at all.
    Skip(NodeId),
}

/// Events before nodes, and the parents of arguments that get a jump after them.
pub(super) type Plan = (Vec<(u32, Open)>, Vec<(u32, NodeId)>);

/// The state of one block.
pub(super) struct Frame {
    pub(super) first: u32,
    pub(super) slots: Vec<Slot>,
    pub(super) vars: FxHashMap<VarId, Slot>,
    /// Jumps to be aimed once their target is known, by the node that they belong to.
    pub(super) jumps: FxHashMap<NodeId, Vec<u32>>,
    /// Where the steps of each open quantifier start.
    pub(super) starts: FxHashMap<NodeId, u32>,
}

impl Compiler<'_> {
    fn block(&mut self, job: Job) {
        let first = job.root.0 + 1 - self.script.size(job.root);
        self.builder.begin(job.params.len() as u32);
        let mut frame = Frame {
            first,
            slots: vec![0; self.script.size(job.root) as usize],
            vars: job
                .params
                .iter()
                .enumerate()
                .map(|(i, v)| (*v, i as Slot))
                .collect(),
            jumps: FxHashMap::default(),
            starts: FxHashMap::default(),
        };
        let traced = job.block < self.traced;
        let (opens, mut guards) = self.plan(job.root, first);
        if traced {
            guards.clear();
        }
        let (mut open, mut guard) = (opens.iter().peekable(), guards.iter().peekable());
        let mut id = first;
        while id <= job.root.0 {
            while let Some((_, event)) = open.next_if(|(at, _)| *at <= id) {
                match *event {
                    Open::Quantifier(node) => self.open_quantifier(&mut frame, node),
                    Open::Case(node, case) => self.open_case(&mut frame, node, case),
                    Open::Skip(node) => id = node.0,
                }
            }
            let node = NodeId(id);
            let slot = self.node(&mut frame, node);
            frame.slots[(id - first) as usize] = slot;
            if traced {
                self.builder
                    .program
                    .places
                    .push((node, job.block as u32, slot));
            }
            while let Some((_, parent)) = guard.next_if(|(at, _)| *at <= id) {
                self.guard(&mut frame, node, *parent, slot);
            }
            id += 1;
        }
        let result = frame.slots[(job.root.0 - first) as usize];
        self.blocks[job.block] = Some(self.builder.end(result));
    }

    fn node(&mut self, frame: &mut Frame, node: NodeId) -> Slot {
        let script = self.script;
        let mut args = std::mem::take(&mut self.buffer);
        args.clear();
        let children = script.args(node).iter().filter(|a| a.0 >= frame.first);
        args.extend(children.map(|a| frame.slots[(a.0 - frame.first) as usize]));
        let slot = self.head(frame, node, &mut args);
        self.buffer = args;
        slot
    }

    fn head(&mut self, frame: &mut Frame, node: NodeId, args: &mut [Slot]) -> Slot {
        let script = self.script;
        match script.head(node) {
            Head::Op(op) => {
                let meaning = self.meaning(op, script.indices(node));
                // Jumps land before what is done to the arguments.
                self.land(frame, node);
                if self.reads_as_is(op, meaning, node) || self.coerce(node, args) {
                    self.apply(meaning, node, args)
                } else {
                    self.builder.undetermined(Reason::IllSorted)
                }
            }
            Head::Fun(fun) => {
                if args.is_empty() || self.coerce(node, args) {
                    self.function(fun, node, args)
                } else {
                    self.builder.undetermined(Reason::IllSorted)
                }
            }
            Head::Var(var) => {
                let slot = self.variable(frame, var);
                self.applied(slot, script.var(var).sort, script.args(node), args)
            }
            Head::Literal(kind) => self.literal(kind, node),
            Head::Let => args.last().copied().unwrap_or(0),
            Head::Annotation => args.first().copied().unwrap_or(0),
            Head::Forall | Head::Exists => {
                self.close_quantifier(frame, node, args.first().copied().unwrap_or(0))
            }
            Head::Lambda => self.lambda(frame, node),
            Head::Match => {
                self.land(frame, node);
                self.coerce(node, args);
                self.close_match(node, args)
            }
            Head::Update(selector) => {
                self.coerce(node, args);
                self.update(selector, args)
            }
            Head::Apply => match (script.args(node), &*args) {
                ([function, given @ ..], [slot, args @ ..]) => {
                    self.applied(*slot, script.sort(*function), given, args)
                }
                _ => self.builder.undetermined(Reason::IllSorted),
            },
            Head::Opaque => self
                .builder
                .undetermined(Reason::Unsupported(short(script.text(node)))),
        }
    }

    /// A value of a sort applied to arguments: as z3 and yices have it, an array at an index, and
    /// what is there at the next.
    pub(super) fn applied(
        &mut self,
        mut slot: Slot,
        mut sort: SortId,
        given: &[NodeId],
        args: &[Slot],
    ) -> Slot {
        for (arg, index) in given.iter().zip(args) {
            let (wanted, element) = match self.script.sort_kind(sort) {
                SortKind::Array(index, element) | SortKind::Fun(&[index, element]) => {
                    (index, element)
                }
                _ => {
                    let reason = Reason::Unsupported("a function of this sort as a value".into());
                    return self.builder.undetermined(reason);
                }
            };
            let index = self.coerced(*index, self.script.sort(*arg), wanted);
            let select = Operator::Arrays(ArrayOperator::Select);
            slot = self.builder.operator(select, &[slot, index], None);
            sort = element;
        }
        slot
    }
}

/// The start of a text, for messages.
pub(super) fn short(text: &str) -> Arc<str> {
    let cut: String = text.chars().take(40).collect();
    if cut.len() < text.len() {
        format!("{cut}…").into()
    } else {
        cut.into()
    }
}
