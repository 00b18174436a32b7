//! `gadfly enumerate`: formulas of a grammar in order of size, with random access.

use crate::exit::{Context, Exit, Failure};
use crate::grammars;
use crate::options::Seed;
use crate::paths::Source;
use crate::ui::Ui;
use clap::Args;
use gadfly_enumerate::{Enumerator, Equivalence, UBig};
use gadfly_rng::Rng;
use serde_json::json;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Formulas I … I+N-1 of a grammar, one a line, ordered by size.
///
/// An index may have thousands of digits; `10^1700` and `2*10^30` are understood too.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Enumerate {
    #[command(flatten)]
    grammar: grammars::Options,
    /// The first index
    #[arg(long, value_name = "I", default_value = "0", value_parser = index)]
    from: UBig,
    /// How many formulas (with --stride: at each step) [default: 10, or what a finite grammar has]
    #[arg(long, value_name = "N", value_parser = index)]
    count: Option<UBig>,
    /// Print size,count,cumulative up to a size, and no formulas
    #[arg(long, value_name = "K", conflicts_with_all = ["sample", "unique", "rank", "stride"])]
    sizes: Option<usize>,
    /// Even random choices among all formulas of --size, in place of one after another
    #[arg(long, requires = "size", conflicts_with_all = ["unique", "stride", "from"])]
    sample: bool,
    /// The size, or range of sizes A..B, to sample from
    #[arg(long, value_name = "K|A..B", value_parser = sizes, requires = "sample")]
    size: Option<RangeInclusive<usize>>,
    #[command(flatten)]
    seed: Seed,
    /// Start at the first formula with at least so many bytes
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "sample", "sizes"])]
    min_bytes: Option<usize>,
    /// Multiply the index by F after --count formulas, and go on there, --steps times
    #[arg(long, value_name = "F", value_parser = index, requires = "steps")]
    stride: Option<UBig>,
    /// How many stretches of --count formulas
    #[arg(long, value_name = "N", requires = "stride")]
    steps: Option<usize>,
    /// Skip formulas that equal an earlier one up to renaming of variables of one sort (renaming),
    /// or also up to the order of commutative operators' arguments (order)
    #[arg(long, value_name = "BY", num_args = 0..=1, default_missing_value = "renaming")]
    unique: Option<By>,
    /// Print the index of the formula in a file (- is standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sample", "unique", "stride", "from"])]
    rank: Option<PathBuf>,
    /// Print the index and a tab before each formula
    #[arg(long)]
    with_index: bool,
}

const EXAMPLES: &str = "\
Examples:
  gadfly enumerate --grammar Ints --count 1000
  gadfly enumerate --grammar my.g4 --sizes 20
  gadfly enumerate --grammar Core --from 10^1700 --count 1
  gadfly enumerate --grammar Strings --sample --size 9..12 --count 100 --seed 7
  gadfly enumerate --grammar Reals --vars 5 --min-bytes 4096 --count 5000 \\
      --stride 10^10 --steps 6
  gadfly enumerate --grammar Core --count 1000000 --unique";

/// What counts as the same formula.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum By {
    Renaming,
    Order,
}

/// A natural number, a power `10^30`, or a product of them.
fn index(text: &str) -> Result<UBig, String> {
    let number = |text: &str| {
        text.parse::<UBig>()
            .map_err(|_| format!("`{text}` is not a natural number"))
    };
    let factor = |text: &str| match text.split_once('^') {
        None => number(text),
        Some((base, exponent)) => {
            let exponent: usize = exponent
                .parse()
                .ok()
                .filter(|&exponent| exponent <= 1_000_000)
                .ok_or("an exponent is a number up to 1000000")?;
            Ok(number(base)?.pow(exponent))
        }
    };
    text.split('*')
        .try_fold(UBig::ONE, |product, part| Ok(product * factor(part)?))
}

/// `7` or `5..9`.
fn sizes(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |part: &str| {
        let number = part.parse::<usize>();
        number.map_err(|_| "a size is a number, or a range such as `5..9`".to_string())
    };
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
    if from > to {
        return Err(format!("{from} is larger than {to}"));
    }
    Ok(from..=to)
}

impl Enumerate {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let mut enumerator = Enumerator::new(&self.grammar.load(ui)?);
        if let Some(largest) = self.sizes {
            print_sizes(ui, &mut enumerator, largest)?;
        } else if let Some(file) = &self.rank {
            print_rank(ui, &mut enumerator, file)?;
        } else if let Some(sizes) = self.size.clone().filter(|_| self.sample) {
            self.print_sample(ui, &mut enumerator, sizes)?;
        } else {
            self.print_stretches(ui, &mut enumerator)?;
        }
        Ok(Exit::Done)
    }

    fn print_sample(
        &self,
        ui: &Ui,
        enumerator: &mut Enumerator,
        sizes: RangeInclusive<usize>,
    ) -> Result<(), Failure> {
        let count = self.count.clone().unwrap_or(10u8.into());
        let count = u64::try_from(&count).map_err(|_| Failure::new("--count is too large"))?;
        let mut out = ui.out();
        let mut text = String::new();
        for number in 0..count {
            let mut rng = Rng::new(self.seed.number, 0, number);
            let index = enumerator
                .sample(sizes.clone(), &mut rng)
                .map_err(Failure::new)?;
            enumerator
                .formula(&index, &mut text)
                .map_err(Failure::new)?;
            self.print(ui, &mut out, &text, || index.clone())?;
        }
        Ok(out.flush()?)
    }

    fn print_stretches(&self, ui: &Ui, enumerator: &mut Enumerator) -> Result<(), Failure> {
        let mut from = match self.min_bytes {
            Some(bytes) => enumerator.first_of_length(bytes).map_err(Failure::new)?,
            None => self.from.clone(),
        };
        let steps = self.steps.unwrap_or(1);
        let mut kept = 0u64;
        let mut seen = UBig::ZERO;
        let mut out = ui.out();
        for _ in 0..steps {
            let count = self.count_from(enumerator, &from)?;
            kept += self.print_stretch(ui, &mut out, enumerator, &from, &count)?;
            seen += &count;
            if let Some(stride) = &self.stride {
                from *= stride;
            }
        }
        out.flush()?;
        if self.unique.is_some() {
            ui.say(format_args!("kept {kept} of {seen} formulas"));
        }
        Ok(())
    }

    /// How many formulas to print from an index on; beyond a last formula is an error, unless
    /// no number was asked for.
    fn count_from(&self, enumerator: &mut Enumerator, from: &UBig) -> Result<UBig, Failure> {
        let total = enumerator.total();
        let Some(count) = &self.count else {
            let left = total.filter(|total| total > from).map(|total| total - from);
            let ten = UBig::from(10u8);
            return Ok(left.map_or(ten.clone(), |left| left.min(ten)));
        };
        match total {
            Some(total) if from + count > total => Err(Failure::new(format!(
                "the grammar is finite and has {total} formulas, numbered from 0: \
                 {count} from {from} on go beyond the last"
            ))),
            _ => Ok(count.clone()),
        }
    }

    fn print_stretch(
        &self,
        ui: &Ui,
        out: &mut impl Write,
        enumerator: &mut Enumerator,
        from: &UBig,
        count: &UBig,
    ) -> Result<u64, Failure> {
        let Some(by) = self.unique else {
            let count = u64::try_from(count)
                .map_err(|_| Failure::new("--count is too large to print: give a smaller one"))?;
            if count == 0 {
                return Ok(0);
            }
            let mut formulas = enumerator.iter_from(from.clone()).map_err(Failure::new)?;
            for _ in 0..count {
                if formulas.next().is_none() {
                    break;
                }
                self.print(ui, out, formulas.text(), || formulas.index())?;
            }
            return Ok(count);
        };
        let equivalence = match by {
            By::Renaming => Equivalence::Renaming,
            By::Order => Equivalence::RenamingAndOrder,
        };
        let end = from + count;
        let unique = enumerator.unique_from(from.clone(), equivalence);
        let mut unique = unique.map_err(Failure::new)?;
        if !unique.is_exact() {
            ui.say(
                "note: the alternatives for variables of one sort do not correspond to each \
                 other in this grammar, so that renaming and reordering are not combined",
            );
        }
        let mut kept = 0;
        while unique.next_before(Some(&end)).is_some() {
            self.print(ui, out, unique.text(), || unique.index())?;
            kept += 1;
        }
        Ok(kept)
    }

    fn print(
        &self,
        ui: &Ui,
        out: &mut impl Write,
        text: &str,
        index: impl Fn() -> UBig,
    ) -> Result<(), Failure> {
        if ui.json {
            let line = json!({"index": index().to_string(), "formula": text});
            ui.json_line(out, "enumerate-formula/1", &line)?;
        } else if self.with_index {
            writeln!(out, "{}\t{text}", index())?;
        } else {
            out.write_all(text.as_bytes())?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}

fn print_sizes(ui: &Ui, enumerator: &mut Enumerator, largest: usize) -> Result<(), Failure> {
    let mut out = ui.out();
    if !ui.json {
        writeln!(out, "size,count,cumulative")?;
    }
    for size in 0..=largest {
        let (count, cumulative) = (enumerator.count_of_size(size), enumerator.count_up_to(size));
        if ui.json {
            let (count, cumulative) = (count.to_string(), cumulative.to_string());
            let line = json!({"size": size, "count": count, "cumulative": cumulative});
            ui.json_line(&mut out, "enumerate-size/1", &line)?;
        } else {
            writeln!(out, "{size},{count},{cumulative}")?;
        }
    }
    Ok(out.flush()?)
}

fn print_rank(ui: &Ui, enumerator: &mut Enumerator, file: &PathBuf) -> Result<(), Failure> {
    let source = if file == std::path::Path::new("-") {
        Source::Stdin
    } else {
        Source::File(file.clone())
    };
    let bytes = source.read()?;
    let text = String::from_utf8(bytes).context(source.name())?;
    let Some(rank) = enumerator.rank(&text) else {
        let name = source.name();
        return Err(Failure::new(format!(
            "{name}: the grammar does not derive this formula"
        )));
    };
    let mut out = ui.out();
    if ui.json {
        ui.json_line(
            &mut out,
            "enumerate-rank/1",
            &json!({"index": rank.to_string()}),
        )?;
    } else {
        writeln!(out, "{rank}")?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_numbers_powers_and_products() {
        assert_eq!(index("42").unwrap(), UBig::from(42u8));
        assert_eq!(index("2*10^3").unwrap(), UBig::from(2000u16));
        assert!(index("-1").is_err());
        assert!(index("10^").is_err());
        assert_eq!(sizes("4..6").unwrap(), 4..=6);
        assert_eq!(sizes("7").unwrap(), 7..=7);
        assert!(sizes("6..4").is_err());
    }
}
