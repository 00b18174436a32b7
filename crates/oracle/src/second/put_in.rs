//! A script with a model put in as definitions: what it asserts is then a question without
//! unknowns, which any solver that has the theory can answer.

use super::model::{Definition, ModelText, Signatures, table};
use super::partial::{Totals, head_of, is_open};
use super::reals::{say_as_real, silent_integers};
use super::tree::Tree;
use gadfly_syntax::quoted;
use gadfly_term::{CommandKind, Edits, FunKind, Head, Literal, NodeId, Script, SortId, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A script with its model.
pub(crate) struct PutIn {
    pub(super) model: ModelText,
    /// Sorts, elements, irrational numbers, definitions.
    pub(super) prelude: String,
    /// What is left of the script: its own definitions, what the model leaves out, assertions.
    rest: String,
    /// Whether the script has operators with open values that solvers fill in as they like.
    pub(crate) open: bool,
    /// The names that operators have, by node, where they were made total.
    pub(super) renamed: BTreeMap<NodeId, String>,
}

impl PutIn {
    /// Puts in the model that was printed behind a `check-sat`; `None` where we cannot.
    pub(crate) fn new(script: &Script, check: usize, model: &str) -> Option<PutIn> {
        let declared = declared(script)?;
        let model = ModelText::read(model, &declared)?;
        let (asserted, assumed) = asserted(script, check);
        let mut put = PutIn {
            prelude: String::from("(set-logic ALL)\n"),
            rest: String::new(),
            open: false,
            renamed: BTreeMap::new(),
            model,
        };
        put.sorts(script)?;
        for root in &put.model.roots {
            put.prelude.push_str(&root.commands());
        }
        let defined = put.definitions(&declared)?;
        put.commands(script, &asserted, &defined);
        for term in assumed {
            let _ = writeln!(put.rest, "(assert {})", script.text(term));
        }
        Some(put)
    }

    /// The whole script, to be answered.
    pub(crate) fn whole(&self) -> String {
        format!("{}{}(check-sat)\n", self.prelude, self.rest)
    }

    /// The script's own definitions without its assertions.
    pub(super) fn definitions_only(&self) -> String {
        let lines = self.rest.split_inclusive('\n');
        let kept = lines.filter(|line| !line.starts_with("(assert "));
        kept.collect()
    }

    /// The script's sorts. One whose elements the model lists becomes an enumeration: it has these
    /// elements and no others.
    fn sorts(&mut self, script: &Script) -> Option<()> {
        let mut left: BTreeSet<&String> = self.model.elements.keys().collect();
        for command in script.commands() {
            match command.kind {
                CommandKind::DeclareSort => {
                    let name = script.command_sorts(command).next()?;
                    let name = quoted(script.name(script.declared_sort(name).symbol)).into_owned();
                    let Some(elements) = self.model.elements.get(&name) else {
                        let _ = writeln!(self.prelude, "{}", script.command_text(command));
                        continue;
                    };
                    left.remove(&name);
                    let elements: Vec<String> = elements.iter().map(|e| format!("({e})")).collect();
                    let elements = elements.join(" ");
                    let _ = writeln!(
                        self.prelude,
                        "(declare-datatypes (({name} 0)) (({elements})))"
                    );
                }
                CommandKind::DeclareDatatype
                | CommandKind::DeclareDatatypes
                | CommandKind::DefineSort => {
                    let _ = writeln!(self.prelude, "{}", script.command_text(command));
                }
                CommandKind::DeclareSortParameter => return None,
                _ => {}
            }
        }
        left.is_empty().then_some(())
    }

    /// The model's definitions, each behind those that it uses. The names that it defines.
    fn definitions(&mut self, declared: &Signatures) -> Option<BTreeSet<String>> {
        let mut ready: BTreeMap<String, Definition> = BTreeMap::new();
        for definition in &self.model.definitions {
            let definition = match declared.get(&definition.name) {
                Some(signature) => match as_declared(definition, signature) {
                    // Left out, it is any value: what is refuted then is refuted for this one.
                    Some(fitting) if is_private(&fitting) => {
                        self.open = true;
                        continue;
                    }
                    Some(fitting) => fitting,
                    None => continue,
                },
                None if ready.contains_key(&definition.name) => continue,
                None => definition.clone(),
            };
            ready.insert(definition.name.clone(), definition);
        }
        let mut written = BTreeSet::new();
        let mut open: Vec<(String, bool)> = declared.keys().map(|n| (n.clone(), false)).collect();
        let mut under_way = BTreeSet::new();
        while let Some((name, done)) = open.pop() {
            let Some(definition) = ready.get(&name) else {
                continue;
            };
            if done {
                under_way.remove(&name);
                if written.insert(name.clone()) {
                    self.prelude.push_str(&definition.command(&quoted(&name)));
                }
                continue;
            }
            if written.contains(&name) {
                continue;
            }
            if !under_way.insert(name.clone()) {
                return None;
            }
            open.push((name, true));
            for used in uses(definition, &ready) {
                if under_way.contains(&used) {
                    return None;
                }
                open.push((used, false));
            }
        }
        Some(written)
    }

    /// What is left of the script, with operators made total and integers made reals.
    fn commands(&mut self, script: &Script, asserted: &[usize], defined: &BTreeSet<String>) {
        let mut edits = Edits::new(script);
        let mut totals = Totals::default();
        for (n, command) in script.commands().iter().enumerate() {
            let keep = match command.kind {
                CommandKind::Assert => asserted.contains(&n),
                CommandKind::DeclareFun | CommandKind::DeclareConst => {
                    let mut funs = script.command_funs(command);
                    funs.all(|fun| !defined.contains(script.name(script.fun(fun).symbol)))
                }
                CommandKind::DefineConst
                | CommandKind::DefineFun
                | CommandKind::DefineFunRec
                | CommandKind::DefineFunsRec => true,
                _ => false,
            };
            if !keep {
                edits.delete_command(n);
                continue;
            }
            for node in script.command_nodes(command) {
                self.explicit(script, node, &mut totals, &mut edits);
            }
        }
        self.prelude.push_str(totals.commands());
        self.rest = one_command_a_line(&edits.apply());
    }

    fn explicit(&mut self, script: &Script, node: NodeId, totals: &mut Totals, edits: &mut Edits) {
        let silent = silent_integers(script, node);
        for arg in &silent {
            say_as_real(script, *arg, edits);
        }
        if script.head(node) == Head::Literal(Literal::Numeral) && script.sort(node) == SortId::REAL
        {
            say_as_real(script, node, edits);
        }
        let Head::Op(op) = script.head(node) else {
            return;
        };
        let name = script.op_name(op);
        self.open |= is_open(name);
        let sort = |arg: &NodeId| match silent.contains(arg) {
            true => "Real".to_string(),
            false => script.sort_text(script.sort(*arg)),
        };
        let sorts: Vec<String> = script.args(node).iter().map(sort).collect();
        let result = script.sort_text(script.sort(node));
        let total = totals.name(name, &sorts, &result, &self.model, &mut self.open);
        let (Some(total), Some(head)) = (total, head_of(script.text(node))) else {
            return;
        };
        let start = script.span(node).start;
        let span = Span::new(start + head.start as u32, start + head.end as u32);
        edits.replace_span(span, total.clone());
        self.renamed.insert(node, total);
    }
}

/// What a script declares; `None` where a name has several declarations.
fn declared(script: &Script) -> Option<Signatures> {
    let sort = |sort| Tree::one(&script.sort_text(sort));
    let mut declared = Signatures::new();
    for fun in script.funs() {
        if script.fun(fun).kind != FunKind::Declared {
            continue;
        }
        let params = script.params(fun).iter().map(|p| sort(*p));
        let signature = (
            params.collect::<Option<_>>()?,
            sort(script.fun(fun).result)?,
        );
        let name = script.name(script.fun(fun).symbol).to_string();
        if declared.insert(name, signature).is_some() {
            return None;
        }
    }
    Some(declared)
}

/// The commands that assert what holds at a `check-sat`, and the terms that it assumes.
fn asserted(script: &Script, check: usize) -> (Vec<usize>, Vec<NodeId>) {
    let mut active: Vec<usize> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    let mut checks = 0;
    for (n, command) in script.commands().iter().enumerate() {
        match command.kind {
            CommandKind::Assert => active.push(n),
            CommandKind::Push => levels.extend((0..command.levels).map(|_| active.len())),
            CommandKind::Pop => {
                (0..command.levels).for_each(|_| active.truncate(levels.pop().unwrap_or(0)));
            }
            CommandKind::Reset | CommandKind::ResetAssertions => {
                active.clear();
                levels.clear();
            }
            kind if kind.is_check() && checks == check => {
                return (active, script.command_terms(command).to_vec());
            }
            kind if kind.is_check() => checks += 1,
            CommandKind::Exit => break,
            _ => {}
        }
    }
    (active, Vec::new())
}

/// A definition with the sorts that the script declares; an array that is printed as a function
/// becomes one again.
fn as_declared(definition: &Definition, signature: &(Vec<Tree>, Tree)) -> Option<Definition> {
    let (params, result) = signature;
    let mut definition = definition.clone();
    if params.is_empty() && definition.params.len() == 1 && result.head() == Some("Array") {
        definition.body = table(&definition)?;
        definition.params.clear();
    }
    if definition.params.len() != params.len() {
        return None;
    }
    for ((_, sort), declared) in definition.params.iter_mut().zip(params) {
        sort.clone_from(declared);
    }
    definition.result.clone_from(result);
    Some(definition)
}

/// Whether it has a value in words that only its solver reads: names with `@` are the solvers' own.
fn is_private(definition: &Definition) -> bool {
    let private = |tree: &Tree| tree.symbol().is_some_and(|name| name.starts_with('@'));
    definition.body.any(&mut |tree| private(tree))
}

/// The other definitions that a definition uses.
fn uses(definition: &Definition, ready: &BTreeMap<String, Definition>) -> Vec<String> {
    let mut used = Vec::new();
    definition.body.any(&mut |tree| {
        if let Some(name) = tree.symbol()
            && ready.contains_key(name)
            && !definition.params.iter().any(|(param, _)| param == name)
        {
            used.push(name.to_string());
        }
        false
    });
    used
}

/// So that commands can be told apart by their lines.
fn one_command_a_line(script: &str) -> String {
    let mut out = String::new();
    for command in gadfly_syntax::loose::commands(script) {
        let text = &script[command.span.clone()];
        let _ = writeln!(out, "{}", joined(text, &command.words()));
    }
    out
}

/// A command on one line where nothing in it spans lines itself.
fn joined(text: &str, tokens: &[&str]) -> String {
    if !text.contains(['\n', ';']) {
        return text.to_string();
    }
    let mut out = String::with_capacity(text.len());
    for token in tokens {
        if *token != ")" && !out.is_empty() && !out.ends_with('(') {
            out.push(' ');
        }
        out.push_str(token);
    }
    out
}
