//! `gadfly generate`: random formulas of a logic.

use crate::exit::{Context, Exit, Failure};
use crate::options::Seed;
use crate::stats;
use crate::ui::Ui;
use clap::{Args, ValueEnum};
use gadfly_catalog::Catalog;
use gadfly_generate::{Division, Generator, Known, Logic, NAMED, Options, Preset, Span};
use gadfly_vocabulary::did_you_mean;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Random formulas of a logic, layer by layer
///
/// The n-th formula depends on the options, --seed and n alone. A range is written 3 or 2..5, a
/// chance is a percentage.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Generate {
    /// The logic: QF_BV, AUFLIRA, QF_SLIA, ALL …; with --stats several, or `all`
    #[arg(
        long,
        value_name = "L",
        value_delimiter = ',',
        required_unless_present = "logics"
    )]
    logic: Vec<String>,
    /// Print the names of the logics that the tables show
    #[arg(long)]
    logics: bool,
    /// How many formulas
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    #[command(flatten)]
    seed: Seed,
    /// The number of the first formula
    #[arg(long, value_name = "I", default_value_t = 0)]
    from: u64,
    /// Write each formula to a file in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only formulas with this answer, known by construction
    #[arg(long, value_enum)]
    expect: Option<Answer>,
    /// Run solvers and show the shares of sat, unsat, trivial and timed-out formulas
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    solving: stats::Options,
    #[command(flatten)]
    sizes: Sizes,
}

const EXAMPLES: &str = "\
Examples:
  gadfly generate --logic QF_AUFBV --count 100 --seed 7 --out formulas
  gadfly generate --logic LIA --expect unsat --quantifiers 2..4 --pattern 80
  gadfly generate --logic QF_BV --preset deep --bits 32..64 --division free
  gadfly generate --logic ALL --checks 3..6 --definitions 1..2
  gadfly generate --logic all --count 200 --stats --solver z3@5.4.0";

/// The answer asked for.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Answer {
    Sat,
    Unsat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PresetName {
    Small,
    Normal,
    Deep,
    Wide,
    Stress,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DivisionMode {
    None,
    Guarded,
    Free,
}

/// Sizes and chances; what is not given comes from the preset.
#[derive(Args)]
struct Sizes {
    /// Sizes that go together
    #[arg(long, value_enum, default_value = "normal", help_heading = "Sizes")]
    preset: PresetName,
    /// Variables of each sort
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    variables: Option<Span>,
    /// Terms of the main layer
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    terms: Option<Span>,
    /// Atoms
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    predicates: Option<Span>,
    /// Assertions
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    assertions: Option<Span>,
    /// Uninterpreted functions
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    functions: Option<Span>,
    /// Uninterpreted sorts
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    sorts: Option<Span>,
    /// Bits of bit-vectors
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    bits: Option<Span>,
    /// Floating point in small odd formats, which cvc5 refuses by default
    #[arg(long, help_heading = "Sizes")]
    small_floats: bool,
    /// The largest number in literals
    #[arg(long, value_name = "N", help_heading = "Sizes")]
    magnitude: Option<u32>,
    /// The longest string literal
    #[arg(long, value_name = "N", help_heading = "Sizes")]
    string_length: Option<u32>,
    /// Quantifiers
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    quantifiers: Option<Span>,
    /// Variables of each quantifier
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    bound: Option<Span>,
    /// Defined functions
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    definitions: Option<Span>,
    /// Checks: more than one makes incremental scripts
    #[arg(long, value_name = "RANGE", value_parser = span, help_heading = "Sizes")]
    checks: Option<Span>,
    /// Shared terms of at least N nodes are bound by let; 0 writes every term out
    #[arg(long, value_name = "N", help_heading = "Sizes")]
    let_from: Option<u32>,
    /// Division, remainder and modulus
    #[arg(long, value_enum, help_heading = "Chances")]
    division: Option<DivisionMode>,
    /// That an argument is a literal
    #[arg(long, value_name = "PERCENT", help_heading = "Chances")]
    literal: Option<u32>,
    /// That a term is a call of a function
    #[arg(long, value_name = "PERCENT", help_heading = "Chances")]
    function_share: Option<u32>,
    /// That a term reads or writes an array
    #[arg(long, value_name = "PERCENT", help_heading = "Chances")]
    array_share: Option<u32>,
    /// That a Boolean becomes data
    #[arg(long, value_name = "PERCENT", help_heading = "Chances")]
    bool_as_data: Option<u32>,
    /// That an operator takes more than two arguments
    #[arg(long, value_name = "PERCENT", help_heading = "Chances")]
    n_ary: Option<u32>,
    /// That a connective's argument is negated
    #[arg(long, value_name = "PERCENT", help_heading = "Chances")]
    negation: Option<u32>,
    /// That a quantifier has a pattern
    #[arg(long, value_name = "PERCENT", help_heading = "Chances")]
    pattern: Option<u32>,
    /// That a quantifier has another one inside
    #[arg(long, value_name = "PERCENT", help_heading = "Chances")]
    nesting: Option<u32>,
    /// That a defined function is recursive
    #[arg(long, value_name = "PERCENT", help_heading = "Chances")]
    recursive: Option<u32>,
    /// Theories of the catalogue to use beside the logic's (repeatable)
    #[arg(long, value_name = "NAME", help_heading = "Sizes")]
    theory: Vec<String>,
}

/// `3` or `2..5`.
fn span(text: &str) -> Result<Span, String> {
    let number = |part: &str| {
        let number = part.parse::<u32>();
        number.map_err(|_| "a range is a number or two, as in `3` or `2..5`".to_string())
    };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    Ok(Span::new(
        number(from)?,
        number(to.trim_start_matches('='))?,
    ))
}

impl Sizes {
    fn options(&self, logic: Logic) -> Options {
        let preset = match self.preset {
            PresetName::Small => Preset::Small,
            PresetName::Normal => Preset::Normal,
            PresetName::Deep => Preset::Deep,
            PresetName::Wide => Preset::Wide,
            PresetName::Stress => Preset::Stress,
        };
        let mut options = Options::preset(logic, preset);
        macro_rules! take {
            ($($field:ident),*) => {
                $(if let Some(value) = self.$field { options.$field = value; })*
            };
        }
        take!(
            variables,
            terms,
            predicates,
            assertions,
            functions,
            sorts,
            bits,
            magnitude,
            string_length,
            quantifiers,
            bound,
            definitions,
            checks,
            let_from,
            literal,
            function_share,
            array_share,
            bool_as_data,
            n_ary,
            negation,
            pattern,
            nesting,
            recursive
        );
        if let Some(division) = self.division {
            options.division = match division {
                DivisionMode::None => Division::None,
                DivisionMode::Guarded => Division::Guarded,
                DivisionMode::Free => Division::Free,
            };
        }
        options.small_floats = self.small_floats;
        options.theories.clone_from(&self.theory);
        options
    }
}

impl Generate {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        if self.logics {
            let mut out = ui.out();
            for name in NAMED {
                match ui.json {
                    true => ui.json_line(&mut out, "generate-logic/1", &json!({"logic": name}))?,
                    false => writeln!(out, "{name}")?,
                }
            }
            out.flush()?;
            return Ok(Exit::Done);
        }
        let catalog = Catalog::shared();
        let all = NAMED.iter().map(ToString::to_string);
        let names: Vec<String> = match self.logic.as_slice() {
            [one] if one == "all" => all.collect(),
            names => names.to_vec(),
        };
        let mut generators = Vec::new();
        for name in &names {
            generators.push((name.as_str(), self.generator(&catalog, name)?));
        }
        if self.stats {
            let formulas = stats::Formulas {
                generators: &generators,
                seed: self.seed.number,
                from: self.from,
                count: self.count,
            };
            return stats::print(ui, &self.solving, &formulas);
        }
        let mut out = ui.out();
        for (name, generator) in &generators {
            for index in self.from..self.from.saturating_add(self.count) {
                let formula = generator
                    .formula(self.seed.number, index)
                    .map_err(Failure::new)?;
                let text = formula.with_header();
                match &self.out {
                    Some(folder) => write_file(folder, name, index, &text)?,
                    None if ui.json => ui.json_line(
                        &mut out,
                        "generate-formula/1",
                        &json!({"index": index, "formula": text}),
                    )?,
                    None => out.write_all(text.as_bytes())?,
                }
            }
        }
        Ok(out.flush().map(|()| Exit::Done)?)
    }

    fn generator(&self, catalog: &Arc<Catalog>, name: &str) -> Result<Generator, Failure> {
        let logic = Logic::parse(name).map_err(|error| {
            Failure::new(format!(
                "{error}{}",
                did_you_mean(name, NAMED.iter().copied())
            ))
        })?;
        let mut options = self.sizes.options(logic);
        options.known = match self.expect {
            None => Known::Nothing,
            Some(Answer::Sat) => Known::Sat,
            Some(Answer::Unsat) => Known::Unsat,
        };
        Generator::new(catalog, options).map_err(Failure::new)
    }
}

fn write_file(folder: &Path, logic: &str, index: u64, text: &str) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).context(format!("--out {}", folder.display()))?;
    let file = folder.join(format!("{logic}-{index}.smt2"));
    std::fs::write(&file, text).context(file.display())
}
