//! What the sort checker knows of a script: whether it is well-formed, and the sorts of its terms.

use crate::bits::shortest_of;
use crate::fewest::Fewest;
use gadfly_catalog::Catalog;
use gadfly_syntax::quoted;
use gadfly_term::{FunKind, Mode, Parser, Script, SortId, SortKind};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A sort of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SortNumber(pub(crate) usize);

/// Parses and sort-checks scripts, as strictly as the input allows.
pub(crate) struct Reader {
    catalog: Arc<Catalog>,
    mode: Mode,
    fewest: Fewest,
    /// Parsers at rest: one for each thread that is at work.
    parsers: Mutex<Vec<Parser>>,
}

/// The sorts of a script's terms.
#[derive(Default)]
pub(crate) struct Sorted {
    /// By the first and the last byte of a term.
    pub(crate) by_span: FxHashMap<(u32, u32), SortNumber>,
    /// How each sort is written.
    pub(crate) names: Vec<String>,
    /// The simplest constants of each sort.
    pub(crate) constants: Vec<Vec<String>>,
    /// The declared constants of each sort.
    pub(crate) variables: Vec<Vec<String>>,
}

impl Reader {
    /// The strictest reader that accepts the input. Says why even the most lenient one does not.
    pub(crate) fn for_input(input: &str) -> Result<Reader, String> {
        let mut problem = String::new();
        for mode in [Mode::Standard, Mode::Default, Mode::Lenient] {
            let catalog = Catalog::shared();
            match Parser::new(&catalog, mode).parse(input) {
                Ok(script) => {
                    return Ok(Reader {
                        fewest: Fewest::of(&script, &catalog),
                        catalog,
                        mode,
                        parsers: Mutex::default(),
                    });
                }
                Err(diagnostics) => {
                    let first = diagnostics.first();
                    problem = first.map_or(String::new(), |d| d.render("input", input.as_bytes()));
                }
            }
        }
        Err(problem)
    }

    /// The operators that it knows.
    pub(crate) fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Whether a script is well-formed.
    pub(crate) fn accepts(&self, script: &str) -> bool {
        self.with_parse(script, |_| ()).is_some()
    }

    /// The sorts of a script's terms; nothing of one that is not well-formed.
    pub(crate) fn sorted(&self, script: &str) -> Sorted {
        self.with_parse(script, Sorted::new).unwrap_or_default()
    }

    fn with_parse<T>(&self, script: &str, then: impl FnOnce(&Script) -> T) -> Option<T> {
        let resting = self
            .parsers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut parser = resting.unwrap_or_else(|| Parser::new(&self.catalog, self.mode));
        let result = parser.parse(script).ok().and_then(|script| {
            let result = self.fewest.fits(&script).then(|| then(&script));
            parser.recycle(script);
            result
        });
        self.parsers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(parser);
        result
    }
}

impl Sorted {
    fn new(script: &Script) -> Sorted {
        let mut sorted = Sorted::default();
        let mut numbers: FxHashMap<SortId, SortNumber> = FxHashMap::default();
        let mut number = |sorted: &mut Sorted, sort: SortId| {
            *numbers.entry(sort).or_insert_with(|| {
                sorted.names.push(script.sort_text(sort));
                sorted.constants.push(constants(script, sort));
                sorted.variables.push(Vec::new());
                SortNumber(sorted.names.len() - 1)
            })
        };
        for node in script.nodes() {
            let span = script.span(node);
            let sort = number(&mut sorted, script.sort(node));
            sorted.by_span.insert((span.start, span.end), sort);
        }
        for var in script.vars() {
            number(&mut sorted, script.var(var).sort);
        }
        for id in script.funs() {
            let fun = script.fun(id);
            if matches!(fun.kind, FunKind::Declared) && script.params(id).is_empty() {
                let sort = number(&mut sorted, fun.result);
                sorted.variables[sort.0].push(quoted(script.name(fun.symbol)).into_owned());
            }
        }
        for names in &mut sorted.variables {
            names.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        }
        sorted
    }
}

/// The simplest constants of a sort, simplest first.
fn constants(script: &Script, sort: SortId) -> Vec<String> {
    let texts = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect();
    match script.sort_kind(sort) {
        SortKind::Bool => texts(&["true", "false"]),
        SortKind::Int => texts(&["0", "1"]),
        SortKind::Real => texts(&["0.0", "1.0"]),
        SortKind::String => texts(&["\"\"", "\"a\""]),
        SortKind::RegLan => texts(&["re.none", "re.all", "re.allchar"]),
        SortKind::RoundingMode => texts(&["RNE", "RTZ"]),
        SortKind::BitVec(width) => bit_vectors(width),
        SortKind::Float(e, s) => ["+zero", "NaN"]
            .map(|f| format!("(_ {f} {e} {s})"))
            .to_vec(),
        SortKind::Seq(_) => vec![format!("(as seq.empty {})", script.sort_text(sort))],
        SortKind::Set(_) => vec![format!("(as set.empty {})", script.sort_text(sort))],
        SortKind::Datatype(declared, _) => nullary_constructors(script, declared),
        _ => Vec::new(),
    }
}

fn bit_vectors(width: u32) -> Vec<String> {
    ["0", "1"]
        .map(|bit| shortest_of(bit, width as usize))
        .to_vec()
}

fn nullary_constructors(script: &Script, sort: gadfly_term::DeclaredSortId) -> Vec<String> {
    let constructors = script.declared_sort(sort).constructors.iter();
    let nullary = constructors.filter(|&&id| script.params(id).is_empty());
    nullary
        .map(|&id| quoted(script.name(script.fun(id).symbol)).into_owned())
        .collect()
}
