//! From a script's terms to steps.

use std::sync::Arc;

use gadfly_term::{FunId, FunKind, Head, Literal, NodeId, ScopeKind, Script, VarId, VarKind};
use rustc_hash::FxHashMap;

use super::builder::{Builder, Core};
use super::{Block, Connective, FieldPlace, LambdaStep, Program, Slot, Step, literal, sorts};
use crate::reason::Reason;
use crate::theory::Operator;
use crate::value::Domain;

/// Connectives and `ite`s of at least this many nodes get jumps over what does not matter.
const WORTH_SKIPPING: u32 = 12;

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
struct Job {
    block: usize,
    root: NodeId,
    params: Vec<VarId>,
}

/// What an operator of the catalogue is to the evaluator.
#[derive(Clone, Copy)]
enum Meaning {
    Core(Core),
    Theory(Operator),
    ConstArray,
    Unknown,
}

struct Compiler<'s> {
    script: &'s Script,
    /// So many blocks have no jumps and are traced.
    traced: usize,
    builder: Builder,
    blocks: Vec<Option<Block>>,
    jobs: Vec<Job>,
    functions: FxHashMap<FunId, u32>,
    operators: Vec<(gadfly_catalog::OpId, Vec<u32>, Meaning)>,
    /// The arguments of the node at hand.
    buffer: Vec<Slot>,
}

/// Something to do before the first node of a subterm.
#[derive(Clone, Copy)]
enum Open {
    Quantifier(NodeId),
    /// The body of this case (by its argument's number) of a match.
    Case(NodeId, usize),
    /// Go on at this node: its subterm is compiled elsewhere, or not at all.
    Skip(NodeId),
}

/// Events before nodes, and the parents of arguments that get a jump after them.
type Plan = (Vec<(u32, Open)>, Vec<(u32, NodeId)>);

/// The state of one block.
struct Frame {
    first: u32,
    slots: Vec<Slot>,
    vars: FxHashMap<VarId, Slot>,
    /// Jumps to be aimed once their target is known, by the node that they belong to.
    jumps: FxHashMap<NodeId, Vec<u32>>,
    /// Where the steps of each open quantifier start.
    starts: FxHashMap<NodeId, u32>,
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

    /// What happens before which node, and after which node, in the order of the nodes.
    fn plan(&self, root: NodeId, first: u32) -> Plan {
        let script = self.script;
        let (mut opens, mut guards) = (Vec::new(), Vec::new());
        let start = |node: NodeId| node.0 + 1 - script.size(node);
        let mut id = root.0 + 1;
        while id > first {
            id -= 1;
            let node = NodeId(id);
            match script.head(node) {
                Head::Forall | Head::Exists => opens.push((start(node), Open::Quantifier(node))),
                Head::Lambda => {
                    opens.push((start(node), Open::Skip(node)));
                    id = start(node);
                }
                Head::Annotation => {
                    if let Some(pattern) = script.args(node).get(1) {
                        opens.push((start(*pattern), Open::Skip(node)));
                        id = start(*pattern);
                    }
                }
                Head::Match => {
                    let bodies = script.args(node).iter().enumerate().skip(1);
                    opens.extend(bodies.map(|(case, body)| (start(*body), Open::Case(node, case))));
                }
                Head::Op(op) if script.size(node) >= WORTH_SKIPPING && lazy(script.op_name(op)) => {
                    let args = script.args(node);
                    guards.extend(
                        args[..args.len().saturating_sub(1)]
                            .iter()
                            .map(|arg| (arg.0, node)),
                    );
                }
                _ => {}
            }
        }
        // Outer events were collected first, and stay first among those of one node.
        opens.sort_by_key(|(at, _)| *at);
        guards.sort_by_key(|(at, _)| *at);
        (opens, guards)
    }

    fn open_quantifier(&mut self, frame: &mut Frame, node: NodeId) {
        let variables: Vec<VarId> = self.script.bound(node).collect();
        let domains = variables
            .iter()
            .map(|v| Arc::new(self.domain_of_var(*v)))
            .collect();
        frame.starts.insert(node, self.builder.next());
        self.builder.push(Step::Quantify {
            variables: domains,
            end: 0,
        });
        for variable in variables {
            let slot = self.builder.push(Step::Filled);
            frame.vars.insert(variable, slot);
        }
    }

    fn domain_of_var(&self, var: VarId) -> Domain {
        sorts::domain(self.script, self.script.var(var).sort)
    }

    fn open_case(&mut self, frame: &mut Frame, node: NodeId, case: usize) {
        let args = self.script.args(node);
        let (Some(subject), Some(body)) = (args.first(), args.get(case)) else {
            return;
        };
        let subject = frame.slots[(subject.0 - frame.first) as usize];
        // The jump past the body before this one lands here.
        self.land(frame, node);
        let scope = self.script.scope_data(self.script.scope(*body));
        let ScopeKind::Case(constructor) = scope.kind else {
            return;
        };
        let vars: Vec<VarId> = scope.vars().collect();
        let Some(constructor) = constructor else {
            frame.vars.extend(vars.into_iter().map(|v| (v, subject)));
            return;
        };
        let name: Arc<str> = self.script.name(self.script.fun(constructor).symbol).into();
        let jump = self.builder.next();
        self.builder.push(Step::Case {
            constructor: Box::new(Arc::clone(&name)),
            subject,
            target: 0,
        });
        frame.jumps.entry(node).or_default().push(jump);
        for (field, var) in vars.into_iter().enumerate() {
            let place = FieldPlace {
                constructor: Arc::clone(&name),
                selector: "match".into(),
                field: field as u32,
            };
            let slot = self.builder.push(Step::Field {
                place: Box::new(place),
                data: subject,
            });
            frame.vars.insert(var, slot);
        }
    }

    /// Aims the open jumps of a node at the next step.
    fn land(&mut self, frame: &mut Frame, node: NodeId) {
        if frame.jumps.is_empty() {
            return;
        }
        let next = self.builder.next();
        for jump in frame.jumps.remove(&node).unwrap_or_default() {
            match &mut self.builder.program.steps[jump as usize] {
                Step::Case { target, .. }
                | Step::Branch { target, .. }
                | Step::Settle { target, .. } => *target = next,
                _ => {}
            }
        }
    }

    /// After an argument of a connective or an `ite`: a jump over what no longer matters.
    fn guard(&mut self, frame: &mut Frame, argument: NodeId, parent: NodeId, slot: Slot) {
        let Head::Op(op) = self.script.head(parent) else {
            return;
        };
        let jump = self.builder.next();
        let connective = match self.script.op_name(op) {
            "and" => Connective::And,
            "or" => Connective::Or,
            "=>" | "implies" => Connective::Implies,
            _ => {
                let args = self.script.args(parent);
                let condition = frame.slots[(args[0].0 - frame.first) as usize];
                let is_condition = args[0] == argument;
                self.builder.push(Step::Branch {
                    condition,
                    when: !is_condition,
                    target: 0,
                });
                // The jump over the first branch lands where the second one starts.
                self.land(frame, parent);
                frame.jumps.entry(parent).or_default().push(jump);
                return;
            }
        };
        self.builder.push(Step::Settle {
            connective,
            argument: slot,
            target: 0,
        });
        frame.jumps.entry(parent).or_default().push(jump);
    }

    fn node(&mut self, frame: &mut Frame, node: NodeId) -> Slot {
        let script = self.script;
        let mut args = std::mem::take(&mut self.buffer);
        args.clear();
        let children = script.args(node).iter().filter(|a| a.0 >= frame.first);
        args.extend(children.map(|a| frame.slots[(a.0 - frame.first) as usize]));
        let slot = self.head(frame, node, &args);
        self.buffer = args;
        slot
    }

    fn head(&mut self, frame: &mut Frame, node: NodeId, args: &[Slot]) -> Slot {
        let script = self.script;
        match script.head(node) {
            Head::Op(op) => {
                let meaning = self.meaning(op, script.indices(node));
                self.land(frame, node);
                self.apply(meaning, node, args)
            }
            Head::Fun(fun) => self.function(fun, node, args),
            Head::Var(var) => self.variable(frame, var),
            Head::Literal(kind) => self.literal(kind, node),
            Head::Let => args.last().copied().unwrap_or(0),
            Head::Annotation => args.first().copied().unwrap_or(0),
            Head::Forall | Head::Exists => {
                self.close_quantifier(frame, node, args.first().copied().unwrap_or(0))
            }
            Head::Lambda => self.lambda(frame, node),
            Head::Match => self.close_match(frame, node, args),
            Head::Update(selector) => self.update(selector, args),
            Head::Apply | Head::Opaque => self
                .builder
                .undetermined(Reason::Unsupported(short(script.text(node)))),
        }
    }

    fn meaning(&mut self, op: gadfly_catalog::OpId, indices: &[u32]) -> Meaning {
        // Few operators occur in one script, and most nodes have the same as one nearby.
        let known = self
            .operators
            .iter()
            .find(|(o, i, _)| *o == op && i == indices);
        if let Some((_, _, meaning)) = known {
            return *meaning;
        }
        let name = self.script.op_name(op);
        let meaning = match Core::named(name, indices) {
            Some(core) => Meaning::Core(core),
            None if name == "const" => Meaning::ConstArray,
            None => Operator::named(name, indices).map_or(Meaning::Unknown, Meaning::Theory),
        };
        self.operators.push((op, indices.to_vec(), meaning));
        meaning
    }

    fn apply(&mut self, meaning: Meaning, node: NodeId, args: &[Slot]) -> Slot {
        let domain = |this: &mut Self| {
            let domain = sorts::domain(this.script, this.script.sort(node));
            this.builder.domain(domain)
        };
        match meaning {
            Meaning::Core(core) => match self.builder.core(core, args) {
                Some(slot) => slot,
                None => self.builder.undetermined(Reason::IllSorted),
            },
            Meaning::ConstArray => match args {
                [value] => {
                    let domain = domain(self);
                    self.builder.push(Step::ConstArray {
                        value: *value,
                        domain,
                    })
                }
                _ => self.builder.undetermined(Reason::IllSorted),
            },
            Meaning::Theory(operator) => {
                let domain = operator.needs_domain().then(|| domain(self));
                self.builder.operator(operator, args, domain)
            }
            Meaning::Unknown => self.unknown(node, args),
        }
    }

    /// Operators without a meaning here: those that models may define, as z3 does for `div0`.
    fn unknown(&mut self, node: NodeId, args: &[Slot]) -> Slot {
        let Head::Op(op) = self.script.head(node) else {
            return 0;
        };
        if self.script.indices(node).is_empty() {
            return self.builder.call(self.script.op_name(op), args);
        }
        self.builder
            .undetermined(Reason::Unsupported(self.script.op_name(op).into()))
    }

    fn function(&mut self, fun: FunId, node: NodeId, args: &[Slot]) -> Slot {
        let script = self.script;
        let name = script.name(script.fun(fun).symbol);
        match script.fun(fun).kind {
            FunKind::Declared => self.builder.call(name, args),
            FunKind::Defined {
                body: Some(body), ..
            } => {
                let params = script
                    .scope_data(script.fun(fun).scope)
                    .vars()
                    .take(args.len())
                    .collect();
                self.invoke(fun, body, params, args)
            }
            FunKind::Named(body) => self.invoke(fun, body, Vec::new(), args),
            FunKind::Constructor(..) => {
                let sort = match sorts::domain(script, script.sort(node)) {
                    Domain::Datatype(sort) => sort,
                    _ => return self.builder.undetermined(Reason::IllSorted),
                };
                let args = self.builder.run(args.iter().copied());
                self.builder.push(Step::Construct {
                    constructor: Box::new((name.into(), sort)),
                    args,
                })
            }
            FunKind::Selector(constructor, field) => {
                let constructor = script.name(script.fun(constructor).symbol).into();
                let place = FieldPlace {
                    constructor,
                    selector: name.into(),
                    field,
                };
                self.builder.push(Step::Field {
                    place: Box::new(place),
                    data: args.first().copied().unwrap_or(0),
                })
            }
            FunKind::Tester(constructor) => {
                let constructor: Arc<str> = script.name(script.fun(constructor).symbol).into();
                let data = args.first().copied().unwrap_or(0);
                self.builder.push(Step::Test {
                    constructor: Box::new(constructor),
                    data,
                })
            }
            FunKind::Defined { body: None, .. } | FunKind::Broken => {
                self.builder.undetermined(Reason::Unsupported(name.into()))
            }
        }
    }

    fn invoke(&mut self, fun: FunId, root: NodeId, params: Vec<VarId>, args: &[Slot]) -> Slot {
        let block = match self.functions.get(&fun) {
            Some(block) => *block,
            None => {
                let block = self.blocks.len();
                self.blocks.push(None);
                self.jobs.push(Job {
                    block,
                    root,
                    params,
                });
                self.functions.insert(fun, block as u32);
                block as u32
            }
        };
        let args = self.builder.run(args.iter().copied());
        self.builder.push(Step::Invoke { block, args })
    }

    fn variable(&mut self, frame: &Frame, var: VarId) -> Slot {
        if let Some(slot) = frame.vars.get(&var) {
            return *slot;
        }
        match self.script.var(var).kind {
            VarKind::Let(bound) if bound.0 >= frame.first => {
                frame.slots[(bound.0 - frame.first) as usize]
            }
            _ => self.builder.undetermined(Reason::IllSorted),
        }
    }

    fn literal(&mut self, kind: Literal, node: NodeId) -> Slot {
        let text = self.script.text(node);
        let atoms = || text.trim_matches(['(', ')']).split_whitespace();
        let value = match kind {
            Literal::Numeral if self.script.sort(node) == gadfly_term::SortId::REAL => {
                literal::decimal(text)
            }
            Literal::Numeral => literal::numeral(text),
            Literal::Decimal => literal::decimal(text),
            Literal::Hex | Literal::Binary => literal::bits(text),
            Literal::String => literal::string(text),
            Literal::BitVec => {
                let width = atoms().nth(2).and_then(|w| w.parse().ok());
                width.and_then(|w| literal::numbered_bits(atoms().nth(1).unwrap_or(""), w))
            }
            Literal::Char => atoms().nth(2).and_then(literal::character),
            Literal::FiniteField => None,
        };
        match value {
            Some(value) => self.builder.constant(value),
            None => self.builder.undetermined(Reason::Unsupported(short(text))),
        }
    }

    fn close_quantifier(&mut self, frame: &mut Frame, node: NodeId, body: Slot) -> Slot {
        let forall = self.script.head(node) == Head::Forall;
        let Some(start) = frame.starts.remove(&node) else {
            return 0;
        };
        let at = self.builder.next();
        if let Step::Quantify { end, .. } = &mut self.builder.program.steps[start as usize] {
            *end = at;
        }
        self.builder.push(Step::EndQuantify { forall, body })
    }

    fn close_match(&mut self, frame: &mut Frame, node: NodeId, args: &[Slot]) -> Slot {
        self.land(frame, node);
        let script = self.script;
        let constructors = script.args(node).iter().skip(1).map(|body| {
            match script.scope_data(script.scope(*body)).kind {
                ScopeKind::Case(Some(fun)) => Some(script.name(script.fun(fun).symbol).into()),
                _ => None,
            }
        });
        let constructors = constructors.collect();
        let bodies = self.builder.run(args.iter().skip(1).copied());
        self.builder.push(Step::Match {
            constructors,
            subject: args.first().copied().unwrap_or(0),
            bodies,
        })
    }

    /// A datatype's value with the field of a selector changed.
    fn update(&mut self, selector: FunId, args: &[Slot]) -> Slot {
        let script = self.script;
        let (FunKind::Selector(constructor, field), [data, value]) =
            (script.fun(selector).kind, args)
        else {
            return self
                .builder
                .undetermined(Reason::Unsupported("update".into()));
        };
        let name = |fun: FunId| script.name(script.fun(fun).symbol).into();
        let place = FieldPlace {
            constructor: name(constructor),
            selector: name(selector),
            field,
        };
        self.builder.push(Step::Update {
            place: Box::new(place),
            data: *data,
            value: *value,
        })
    }

    fn lambda(&mut self, frame: &mut Frame, node: NodeId) -> Slot {
        let script = self.script;
        let Some(body) = script.args(node).last().copied() else {
            return 0;
        };
        let mut params: Vec<VarId> = script.bound(node).collect();
        let domain = match (sorts::domain(script, script.sort(node)), params.len()) {
            (domain @ Domain::Array(..), 1) => self.builder.domain(domain),
            _ => {
                return self
                    .builder
                    .undetermined(Reason::Unsupported("lambda".into()));
            }
        };
        let inside = |var: VarId| match script.var(var).kind {
            VarKind::Let(bound) => bound.0 + script.size(body) > body.0 && bound.0 <= body.0,
            _ => false,
        };
        let mut captured = Vec::new();
        for inner in script.subterm(body) {
            if let Head::Var(var) = script.head(inner)
                && !params.contains(&var)
                && !inside(var)
                && (frame.vars.contains_key(&var)
                    || matches!(script.var(var).kind, VarKind::Let(_)))
            {
                let outer = self.variable(frame, var);
                captured.push((outer, params.len() as Slot));
                params.push(var);
            }
        }
        let block = self.blocks.len();
        self.blocks.push(None);
        self.jobs.push(Job {
            block,
            root: body,
            params,
        });
        let text = script.text(node).into();
        self.builder.push(Step::Lambda(Box::new(LambdaStep {
            block: block as u32,
            captured,
            domain,
            text,
        })))
    }
}

fn lazy(name: &str) -> bool {
    matches!(name, "and" | "or" | "=>" | "implies" | "ite" | "if")
}

/// The start of a text, for messages.
fn short(text: &str) -> Arc<str> {
    let cut: String = text.chars().take(40).collect();
    if cut.len() < text.len() {
        format!("{cut}…").into()
    } else {
        cut.into()
    }
}
