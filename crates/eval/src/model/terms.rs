//! The terms of a model, from s-expressions to steps. Values carry their sorts, so none are checked
//! here; an explicit stack keeps deep chains of `ite` and `store` harmless.

use std::sync::Arc;

use gadfly_term::{FunKind, Script};
use rustc_hash::FxHashMap;

use super::numbers;
use super::sexpr::Sexprs;
use super::table;
use crate::float::Format;
use crate::program::{Block, Builder, Core, FieldPlace, LambdaStep, Slot, Step, literal};
use crate::reason::Reason;
use crate::theory::{ArrayOperator, Operator};
use crate::value::{Domain, Value, text};

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

/// What a script's symbol is to a model's terms.
enum Known {
    Constructor { sort: Arc<str> },
    Selector(FieldPlace),
    Tester(Arc<str>),
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

/// What is applied to finished arguments.
enum Shape {
    Core(Core),
    Theory(Operator, Option<u32>),
    Construct(Arc<str>, Arc<str>),
    Field(FieldPlace),
    Test(Arc<str>),
    ConstArray(u32),
    Call(String),
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

    /// The sorts and datatype functions of the script.
    fn learn(&mut self, script: &Script) {
        for sort in script.sorts() {
            let domain = crate::program::domain(script, sort);
            if matches!(domain, Domain::Datatype(_) | Domain::Uninterpreted(_)) {
                self.sorts.insert(domain.to_string(), domain);
            }
        }
        for fun in script.funs() {
            let name = script.name(script.fun(fun).symbol).to_string();
            let of =
                |f: gadfly_term::FunId| -> Arc<str> { script.name(script.fun(f).symbol).into() };
            let known = match script.fun(fun).kind {
                FunKind::Constructor(..) => Known::Constructor {
                    sort: crate::program::domain(script, script.fun(fun).result)
                        .to_string()
                        .into(),
                },
                FunKind::Selector(constructor, field) => Known::Selector(FieldPlace {
                    constructor: of(constructor),
                    selector: of(fun),
                    field,
                }),
                FunKind::Tester(constructor) => Known::Tester(of(constructor)),
                _ => continue,
            };
            self.known.insert(name, known);
        }
    }

    /// The domain that a printed sort names.
    pub(super) fn sort(&self, id: usize) -> Domain {
        let tree = self.tree;
        let text = tree.text(id);
        let other = || {
            self.sorts
                .get(&text)
                .cloned()
                .unwrap_or_else(|| Domain::Other(text.clone().into()))
        };
        if let Some(name) = tree.symbol(id) {
            let float = |e, s| Format::new(e, s).map_or_else(other, Domain::Float);
            return match name {
                "Bool" => Domain::Bool,
                "Int" => Domain::Int,
                "Real" => Domain::Real,
                "String" => Domain::Text,
                "RegLan" => Domain::RegLan,
                "RoundingMode" => Domain::RoundingMode,
                "Float16" => float(5, 11),
                "Float32" => float(8, 24),
                "Float64" => float(11, 53),
                "Float128" => float(15, 113),
                _ => other(),
            };
        }
        let number = |i: usize| {
            tree.items(id)
                .get(i)
                .and_then(|n| tree.token(*n))
                .and_then(|t| t.parse::<u32>().ok())
        };
        let part = |i: usize| tree.items(id).get(i).map(|s| Arc::new(self.sort(*s)));
        let head = |i: usize| {
            tree.items(id)
                .get(i)
                .and_then(|n| tree.symbol(*n))
                .unwrap_or("")
        };
        match (head(0), head(1), part(1), part(2)) {
            ("_", "BitVec", ..) => number(2).map_or_else(other, Domain::BitVec),
            ("_", "FloatingPoint", ..) => {
                let format = number(2)
                    .zip(number(3))
                    .and_then(|(e, s)| Format::new(e, s));
                format.map_or_else(other, Domain::Float)
            }
            ("Array", _, Some(index), Some(element)) => Domain::Array(index, element),
            ("Seq", _, Some(element), None) => Domain::Seq(element),
            ("Set", _, Some(element), None) => Domain::Set(element),
            _ => other(),
        }
    }

    /// Compiles a body with parameters into a block; its number.
    pub(super) fn block(&mut self, params: &[&'t str], body: usize) -> u32 {
        let number = self.blocks.len();
        self.blocks.push(Block {
            start: 0,
            end: 0,
            result: 0,
        });
        self.fill(number, params, body);
        self.finish_pending();
        number as u32
    }

    /// Compiles the array of a function into a block; its number.
    pub(super) fn array_block(&mut self, index: &'t str, domain: Domain, body: usize) -> u32 {
        let number = self.blocks.len();
        self.blocks.push(Block {
            start: 0,
            end: 0,
            result: 0,
        });
        self.builder.begin(0);
        let mut tasks = Vec::new();
        let slot = self.array_of(&[index], domain, body, &[], body, &mut tasks);
        self.work(number, Vec::new(), tasks, slot.into_iter().collect());
        self.finish_pending();
        number as u32
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

    fn atom(&mut self, id: usize, env: &[(&'t str, Slot)]) -> Slot {
        let (Some(token), Some(name)) = (self.tree.token(id), self.tree.symbol(id)) else {
            return self.bad(id);
        };
        let value = match token.as_bytes().first() {
            Some(b'0'..=b'9') if token.contains('.') => {
                self.rounded |= numbers::may_be_rounded(token);
                literal::decimal(token)
            }
            Some(b'0'..=b'9') => literal::numeral(token),
            // Negative numerals are not SMT-LIB, but old releases print them.
            Some(b'-') if token.len() > 1 && token[1..].bytes().all(|b| b.is_ascii_digit()) => {
                literal::numeral(&token[1..]).map(negate)
            }
            Some(b'#') => literal::bits(token),
            // Old releases print C's escapes, which read as text by the standard: better no value.
            Some(b'"') if text::has_foreign_escape(token, self.standard_strings) => {
                let text: String = token.chars().take(60).collect();
                return self
                    .builder
                    .undetermined(Reason::ForeignEscape(text.into()));
            }
            Some(b'"') => literal::string(token),
            _ => {
                if let Some((_, slot)) = env.iter().rev().find(|(n, _)| *n == name) {
                    return *slot;
                }
                return self.plain_symbol(name);
            }
        };
        self.given(value, id)
    }

    fn plain_symbol(&mut self, name: &str) -> Slot {
        if let Some(element) = self.undeclared_element(name) {
            return self.builder.constant(element);
        }
        if let Some(element) = self.elements.get(name) {
            let element = element.clone();
            return self.builder.constant(element);
        }
        if let Some(Known::Constructor { sort }) = self.known.get(name) {
            let constructor = Box::new((name.into(), Arc::clone(sort)));
            let args = self.builder.run([]);
            return self.builder.push(Step::Construct { constructor, args });
        }
        if self.definitions.contains_key(name) {
            return self.builder.call(name, &[]);
        }
        if let Some(core) = Core::named(name, &[])
            && let Some(slot) = self.builder.core(core, &[])
        {
            return slot;
        }
        if let Some(operator) = Operator::named(name, &[]).filter(|o| !o.needs_domain()) {
            return self.builder.operator(operator, &[], None);
        }
        self.builder.call(name, &[])
    }

    /// Old z3 uses `S!val!0` without saying what it is.
    fn undeclared_element(&self, name: &str) -> Option<Value> {
        let (sort, _) = name.split_once("!val!")?;
        match self.sorts.get(&*gadfly_syntax::quoted(sort))? {
            Domain::Uninterpreted(sort) => Some(Value::element(sort, name)),
            _ => None,
        }
    }

    /// `(as x S)` without arguments: an element, a constructor, an empty sequence or set.
    fn ascribed(&mut self, id: usize) -> Slot {
        let items = self.tree.items(id);
        let domain = self.sort(items[2]);
        let Some(name) = self.tree.symbol(items[1]) else {
            return self.bad(id);
        };
        if let Domain::Uninterpreted(sort) = &domain {
            return self.builder.constant(Value::element(sort, name));
        }
        if let Domain::Datatype(sort) = &domain {
            let constructor = Box::new((name.into(), Arc::clone(sort)));
            let args = self.builder.run([]);
            return self.builder.push(Step::Construct { constructor, args });
        }
        match Operator::named(name, &[]) {
            Some(operator) => {
                let domain = self.builder.domain(domain);
                self.builder.operator(operator, &[], Some(domain))
            }
            None => self.bad(id),
        }
    }

    /// `(_ x …)` without arguments.
    fn indexed(&mut self, id: usize, tasks: &mut Vec<Task<'t>>) -> Option<Slot> {
        let tree = self.tree;
        let items = tree.items(id);
        let name = tree.symbol(items[1])?;
        let token = tree.token(items[2]).unwrap_or("");
        let indices: Vec<u32> = items[2..]
            .iter()
            .filter_map(|i| tree.token(*i)?.parse().ok())
            .collect();
        let value = match name {
            "as-array" => {
                return self.function_array(tree.symbol(items[2]).unwrap_or(""), id, tasks);
            }
            "real_algebraic_number" => numbers::between_bounds(token),
            "char" | "Char" => literal::character(token),
            _ if name.starts_with("bv") && indices.len() == 1 && name.len() > 2 => {
                literal::numbered_bits(name, indices[0])
            }
            _ => match Operator::named(name, &indices) {
                Some(operator) => return Some(self.builder.operator(operator, &[], None)),
                None => None,
            },
        };
        Some(self.given(value, id))
    }

    /// `(_ as-array f)`: the array of a function that the model defines.
    fn function_array(&mut self, name: &str, id: usize, tasks: &mut Vec<Task<'t>>) -> Option<Slot> {
        let Some(definition) = self.definitions.get(name).cloned() else {
            return Some(self.bad(id));
        };
        let [(param, index)] = definition.params.as_slice() else {
            return Some(self.bad(id));
        };
        let domain = Domain::Array(Arc::new(index.clone()), Arc::new(definition.result.clone()));
        self.array_of(&[param], domain, definition.body, &[], id, tasks)
    }

    fn lambda(
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
    fn array_of(
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
        let block = self.blocks.len();
        self.blocks.push(Block {
            start: 0,
            end: 0,
            result: 0,
        });
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

    /// What the head of an application is.
    fn shape(&mut self, head: usize) -> Option<Shape> {
        let tree = self.tree;
        if let Some(name) = tree.symbol(head) {
            return Some(self.named_shape(name));
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

    fn named_shape(&mut self, name: &str) -> Shape {
        match self.known.get(name) {
            Some(Known::Constructor { sort }) => {
                return Shape::Construct(name.into(), Arc::clone(sort));
            }
            Some(Known::Selector(place)) => return Shape::Field(place.clone()),
            Some(Known::Tester(constructor)) => return Shape::Test(Arc::clone(constructor)),
            None => {}
        }
        if self.definitions.contains_key(name) {
            return Shape::Call(name.to_string());
        }
        match (Core::named(name, &[]), Operator::named(name, &[])) {
            (Some(core), _) => Shape::Core(core),
            (None, Some(operator)) => Shape::Theory(operator, None),
            _ => Shape::Call(name.to_string()),
        }
    }

    fn apply(&mut self, shape: Shape, args: &[Slot]) -> Slot {
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

fn negate(value: Value) -> Value {
    match value {
        Value::Int(n) => Value::Int(n.neg()),
        other => other,
    }
}
