//! Reading a whole model: find the definitions, compile them, and turn them into values and tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use gadfly_term::Script;
use rustc_hash::{FxHashMap, FxHashSet};

use super::fit::fit;
use super::sexpr::Sexprs;
use super::signature::{self, Signature, Signatures};
use super::terms::{Definition, Terms};
use super::{Interpretation, Model, ModelError, escapes, table, universe, yices};
use crate::budget;
use crate::machine::{Machine, Side};
use crate::program::{Program, compile};
use crate::reason::Reason;
use crate::theory::Outcome;
use crate::value::text::has_standard_escape;
use crate::value::{Domain, Domains, Value};

pub(super) fn read(text: &str, script: &Script) -> Result<Model, ModelError> {
    let expected = signature::declared(script);
    let mut model = read_as_is(text, script, &expected)?;
    if std::mem::take(&mut model.ambiguous)
        && let Some(texts) = escapes::readings(text)
    {
        let readings = texts.iter().map(|text| read_as_is(text, script, &expected));
        model.readings = readings.collect::<Result<_, _>>()?;
    }
    Ok(model)
}

fn read_as_is(text: &str, script: &Script, expected: &Signatures<'_>) -> Result<Model, ModelError> {
    let tree = Sexprs::parse(text)?;
    match yices::as_definitions(&tree, expected) {
        Some(definitions) => read_tree(&Sexprs::parse(&definitions)?, text, script, expected),
        None => read_tree(&tree, text, script, expected),
    }
}

fn read_tree(
    tree: &Sexprs<'_>,
    text: &str,
    script: &Script,
    expected: &Signatures<'_>,
) -> Result<Model, ModelError> {
    let entries = entries(tree)?;
    let mut terms = Terms::new(tree, script);
    terms.standard_strings = is_recent(tree) || has_standard_escape(text);
    let universes = declare_elements(&mut terms, &entries, text);
    let definitions = definitions(&terms, &entries, expected);
    for definition in &definitions {
        terms
            .definitions
            .insert(definition.name, definition.clone());
    }
    let mut rounded = Vec::new();
    let sketches = definitions.iter().map(|definition| {
        terms.rounded = false;
        let sketch = sketch(&mut terms, definition);
        if terms.rounded {
            rounded.push(definition.name.into());
        }
        sketch
    });
    let sketches: Vec<Sketch> = sketches.collect();
    let mut model = Model {
        universes,
        rounded,
        ambiguous: terms.foreign,
        ..Model::default()
    };
    for (definition, sketch) in definitions.iter().zip(&sketches) {
        model.functions.insert(
            definition.name.into(),
            Interpretation::Body {
                block: sketch.body,
                arity: definition.params.len() as u32,
            },
        );
        model
            .signatures
            .insert(definition.name.into(), Signature::of(definition));
    }
    let Terms {
        builder, blocks, ..
    } = terms;
    model.program = Arc::new(Program {
        blocks,
        ..builder.program
    });
    settle(&mut model, script, &definitions, &sketches);
    for (name, reason) in signature::conflicts(&definitions, expected) {
        model.functions.insert(name, Interpretation::Bad(reason));
    }
    model.find_defaults(script);
    Ok(model)
}

/// The items of the model, wherever the list of them starts.
fn entries(tree: &Sexprs<'_>) -> Result<Vec<usize>, ModelError> {
    let is_entry = |id: usize| {
        matches!(
            tree.head(id),
            Some(
                "define-fun" | "define-fun-rec" | "define-const" | "declare-fun" | "declare-const"
            )
        )
    };
    let mut found = Vec::new();
    let mut seen = false;
    for root in tree.roots() {
        let items = tree.items(*root);
        match tree.head(*root) {
            Some("error") => return Err(ModelError::Message(tree.text(*root))),
            _ if is_entry(*root) => found.push(*root),
            Some("model") => {
                seen = true;
                found.extend(items[1..].iter().copied());
            }
            None if tree.is_list(*root) => {
                seen = true;
                found.extend(items.iter().copied());
            }
            // Old yices prints one equation a line.
            Some("=") => found.push(*root),
            _ => {}
        }
    }
    if seen || !found.is_empty() {
        Ok(found)
    } else {
        Err(ModelError::NoModel)
    }
}

/// Whether the model is a list of definitions without the word `model`: so do releases that keep to
/// SMT-LIB 2.6, strings included.
fn is_recent(tree: &Sexprs<'_>) -> bool {
    tree.roots().iter().any(|root| {
        let first = tree.items(*root).first();
        first.is_some_and(|f| matches!(tree.head(*f), Some("define-fun" | "declare-fun")))
    })
}

/// The universes that comments and declarations name; their elements become known to terms.
fn declare_elements<'t>(
    terms: &mut Terms<'t>,
    entries: &[usize],
    text: &str,
) -> FxHashMap<Arc<str>, Arc<Vec<Value>>> {
    let tree = terms.tree;
    let mut universes = universe::from_comments(text);
    let mut seen: FxHashSet<(String, String)> = FxHashSet::default();
    for (sort, names) in &universes {
        seen.extend(names.iter().map(|name| (sort.clone(), name.clone())));
    }
    for entry in entries {
        let items = tree.items(*entry);
        let (Some("declare-fun" | "declare-const"), Some(sort)) = (tree.head(*entry), items.last())
        else {
            continue;
        };
        let Some(name) = items.get(1).and_then(|n| tree.symbol(*n)) else {
            continue;
        };
        let sort = tree.text(*sort);
        if seen.insert((sort.clone(), name.to_string())) {
            universes.entry(sort).or_default().push(name.to_string());
        }
    }
    let mut result = FxHashMap::default();
    for (sort, names) in universes {
        let sort: Arc<str> = sort.into();
        let elements: Vec<Value> = names
            .iter()
            .map(|name| Value::element(&sort, name))
            .collect();
        terms
            .elements
            .extend(names.into_iter().zip(elements.iter().cloned()));
        result.insert(sort, Arc::new(elements));
    }
    result
}

fn definitions<'t>(
    terms: &Terms<'t>,
    entries: &[usize],
    expected: &Signatures<'_>,
) -> Vec<Definition<'t>> {
    entries
        .iter()
        .filter_map(|entry| definition(terms, *entry, expected))
        .collect()
}

fn definition<'t>(
    terms: &Terms<'t>,
    entry: usize,
    expected: &Signatures<'_>,
) -> Option<Definition<'t>> {
    let tree = terms.tree;
    let items = tree.items(entry);
    match (tree.head(entry), items) {
        (Some("define-fun" | "define-fun-rec"), [_, name, params, result, body]) => {
            let params = tree.items(*params).iter().map(|param| {
                let [name, sort] = tree.exactly::<2>(*param)?;
                Some((tree.symbol(name)?, terms.sort(sort)))
            });
            let params = params.collect::<Option<Vec<_>>>()?;
            let definition = Definition {
                name: tree.symbol(*name)?,
                params,
                result: terms.sort(*result),
                body: *body,
                index: None,
            };
            Some(signature::array_or_function(definition, expected))
        }
        (Some("define-const"), [_, name, result, body]) => {
            let name = tree.symbol(*name)?;
            Some(Definition::constant(name, terms.sort(*result), *body))
        }
        // `((x 1) (y 2))` of get-value, `(= x 1)` of old yices.
        (_, [name, body]) | (Some("="), [_, name, body]) => {
            let name = tree.symbol(*name)?;
            let result = expected.get(name)?.first()?.result.clone();
            Some(Definition::constant(name, result, *body))
        }
        _ => None,
    }
}

/// A definition's blocks: its body, and the cells of its table if it is one.
struct Sketch {
    body: u32,
    table: Option<TableSketch>,
}

struct TableSketch {
    rows: Vec<(Vec<u32>, u32)>,
    default: u32,
}

fn sketch<'t>(terms: &mut Terms<'t>, definition: &Definition<'t>) -> Sketch {
    if let Some(index) = definition.index {
        let body = terms.array_block(index, definition.result.clone(), definition.body);
        return Sketch { body, table: None };
    }
    let params: Vec<&'t str> = definition.params.iter().map(|(name, _)| *name).collect();
    let result = &definition.result;
    let body = terms.block(&definition.params, definition.body, result);
    let chain = if params.is_empty() {
        None
    } else {
        table::chain(terms.tree, &params, definition.body)
    };
    let table = chain.map(|chain| TableSketch {
        rows: chain
            .rows
            .iter()
            .map(|(args, value)| {
                let args = args.iter().zip(&definition.params);
                let args = args.map(|(arg, (_, domain))| terms.block(&[], *arg, domain));
                (args.collect(), terms.block(&[], *value, result))
            })
            .collect(),
        default: terms.block(&[], chain.default, result),
    });
    Sketch { body, table }
}

/// Evaluates constants and tables, now that everything is known.
fn settle(model: &mut Model, script: &Script, definitions: &[Definition<'_>], sketches: &[Sketch]) {
    let program = compile(script, &[]);
    let sorts = model.domains(script);
    let mut settled = Vec::new();
    {
        let mut machine = Machine::new(&program, model);
        for (definition, sketch) in definitions.iter().zip(sketches) {
            let interpretation = match &sketch.table {
                _ if definition.params.is_empty() => constant(
                    definition,
                    fitted(
                        machine.block(Side::Model, sketch.body),
                        &definition.result,
                        &sorts,
                    ),
                ),
                Some(table) => match rows(&mut machine, definition, table, &sorts) {
                    Some(interpretation) => interpretation,
                    None => continue,
                },
                None => continue,
            };
            settled.push((definition.name, interpretation));
        }
    }
    for (name, interpretation) in settled {
        model.functions.insert(name.into(), interpretation);
    }
}

fn constant(definition: &Definition<'_>, value: Option<Outcome>) -> Interpretation {
    match value {
        Some(Ok(value)) => Interpretation::Constant(value),
        Some(Err(reason)) => Interpretation::Bad(reason),
        None => {
            let other = Reason::BadValue(definition.name.into());
            Interpretation::Bad(budget::refused_or(other))
        }
    }
}

/// A value of the right sort, or a reason; `None` for another sort.
fn fitted(outcome: Outcome, domain: &Domain, sorts: &Domains) -> Option<Outcome> {
    let _share = budget::Share::begin();
    match outcome {
        Ok(value) => fit(value, domain, sorts).map(Ok),
        Err(reason) => Some(Err(reason)),
    }
}

fn rows(
    machine: &mut Machine<'_>,
    definition: &Definition<'_>,
    table: &TableSketch,
    sorts: &Domains,
) -> Option<Interpretation> {
    let mut value_of = |block: u32, domain: &Domain| {
        fitted(machine.block(Side::Model, block), domain, sorts)?.ok()
    };
    let mut rows = BTreeMap::new();
    for (args, value) in &table.rows {
        let key = args
            .iter()
            .zip(&definition.params)
            .map(|(a, (_, domain))| value_of(*a, domain));
        let key = key.collect::<Option<Vec<Value>>>()?;
        let value = value_of(*value, &definition.result)?;
        rows.entry(key).or_insert(value);
    }
    let default = Some(value_of(table.default, &definition.result)?);
    let canonical = rows.keys().flatten().all(Value::is_canonical);
    Some(Interpretation::Table {
        rows,
        default,
        canonical,
    })
}
