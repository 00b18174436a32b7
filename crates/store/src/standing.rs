//! Was a solver really tested? The one place that says so, for every command.
//!
//! A solver that decides next to nothing hides its bugs as well as a good one does. What stood in its
//! way is named in a sentence, with what can be done about it. Where that is a limit of ours, output
//! that cannot be read, or a refusal, the solver was not tested at all; where the formulas are hard
//! and the solver says so itself, it was, if barely.

use crate::{Class, Tally};
use serde::Serialize;

/// Where less than this share is decided, a solver is as good as not tested.
const LEAST_SHARE: f64 = 0.03;
/// So few runs may all end badly by chance.
const FEW: u64 = 10;
/// So few time-outs in a row may be hard formulas.
const FEW_TIMEOUTS: u64 = 30;

/// How the runs of one solver ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    counts: [u64; Class::ALL.len()],
}

/// What stood in a solver's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// It does not know.
    Unknown,
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// It refuses the formulas, or does not support them.
    Refused,
    /// Its output does not fit the formulas, or is empty.
    Garbled,
    /// It could not be run.
    Broken,
}

/// A solver that was barely tested, or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shortfall {
    /// The solver's spec.
    pub solver: String,
    /// How many runs it had.
    pub runs: u64,
    /// What stood in its way most often.
    pub cause: Cause,
    /// Whether it was not tested at all: "nothing found" says nothing then.
    pub untested: bool,
    /// The shares, and what to do, for people.
    pub sentence: String,
}

impl Cause {
    const ALL: [Cause; 6] = [
        Cause::Broken,
        Cause::Garbled,
        Cause::Refused,
        Cause::Memory,
        Cause::Time,
        Cause::Unknown,
    ];

    fn classes(self) -> &'static [Class] {
        match self {
            Cause::Unknown => &[Class::Unknown],
            Cause::Time => &[Class::Timeout],
            Cause::Memory => &[Class::MemoryOut],
            Cause::Refused => &[Class::Rejected, Class::Unsupported],
            Cause::Garbled => &[Class::Silent],
            Cause::Broken => &[Class::Broken],
        }
    }

    /// What became of so many runs, and what to do.
    fn words(self, count: &str, solver: &str) -> String {
        let shown = format!("`gadfly check --solver '{solver}' FILE` shows what it says");
        match self {
            Cause::Unknown => {
                format!(
                    "to {count} it answered unknown; choose formulas or options with which it decides more"
                )
            }
            Cause::Time => {
                format!(
                    "{count} runs were stopped by the time limit; give a longer --timeout, or easier formulas"
                )
            }
            Cause::Memory => format!(
                "{count} runs were stopped by the memory limit; give more --memory, or --memory 0 for none"
            ),
            Cause::Refused => {
                format!(
                    "{count} were refused or left unanswered; choose formulas of a logic that it has ({shown})"
                )
            }
            Cause::Garbled => format!(
                "{count} outputs are unreadable; {shown}, and --profile names what solver it is"
            ),
            Cause::Broken => format!(
                "{count} runs failed to start; `gadfly solvers doctor '{solver}'` shows why"
            ),
        }
    }
}

impl Ends {
    /// Of one solver's part of tallies.
    pub fn of<'a>(tallies: impl IntoIterator<Item = &'a Tally>, solver: &str) -> Ends {
        let mut ends = Ends::default();
        let of = |tally: &&Tally| tally.solver == solver;
        for tally in tallies.into_iter().filter(of) {
            ends.add(tally.class, tally.runs);
        }
        ends
    }

    /// Counts runs.
    pub fn add(&mut self, class: Class, runs: u64) {
        self.counts[class as usize] += runs;
    }

    /// Runs that ended in one of these ways.
    pub fn sum(&self, classes: &[Class]) -> u64 {
        classes
            .iter()
            .map(|class| self.counts[*class as usize])
            .sum()
    }

    /// All runs that came to an end of their own, or of a limit.
    pub fn runs(&self) -> u64 {
        self.counts.iter().sum::<u64>() - self.sum(&[Class::Cancelled])
    }

    /// Formulas that it decided, or showed a bug on: a crash is a test that was made.
    pub fn decided(&self) -> u64 {
        self.sum(&[Class::Sat, Class::Unsat, Class::Mixed, Class::Crash])
    }

    /// Whether it took any formula: it decided one, gave up on one, or was stopped at one.
    pub fn took_any(&self) -> bool {
        let taken = [Class::Unknown, Class::Timeout, Class::MemoryOut];
        self.decided() + self.sum(&taken) > 0
    }

    /// What is to be said where the solver was barely tested, or not at all.
    pub fn shortfall(&self, solver: &str) -> Option<Shortfall> {
        let (runs, decided) = (self.runs(), self.decided());
        if runs == 0 || decided as f64 >= LEAST_SHARE * runs as f64 {
            return None;
        }
        let of = |cause: &Cause| self.sum(cause.classes());
        let cause = Cause::ALL.into_iter().max_by_key(of)?;
        let answered = decided + self.sum(&[Class::Unknown]);
        let untested = match cause {
            // It says so itself, so it works.
            Cause::Unknown => false,
            Cause::Time => answered == 0 && runs >= FEW_TIMEOUTS,
            Cause::Memory | Cause::Refused => runs >= FEW,
            Cause::Garbled | Cause::Broken => runs >= FEW || of(&cause) == runs,
        };
        if !untested && runs < FEW {
            return None;
        }
        let count = match of(&cause) {
            all if all == runs => "all".to_string(),
            some => format!("{} ({})", grouped(some), percent(some, runs)),
        };
        let decided = match decided {
            0 => "none".to_string(),
            some => format!("{} ({})", grouped(some), percent(some, runs)),
        };
        let sentence = format!(
            "{solver} decided {decided} of {} formulas, so it was {}: {}",
            grouped(runs),
            if untested {
                "not tested"
            } else {
                "barely tested"
            },
            cause.words(&count, solver)
        );
        Some(Shortfall {
            solver: solver.to_string(),
            runs,
            cause,
            untested,
            sentence,
        })
    }
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", part as f64 / whole.max(1) as f64 * 100.0)
}

/// A number with its thousands apart, as every page and message prints it.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(runs: &[(Class, u64)]) -> Option<(Cause, bool)> {
        let mut ends = Ends::default();
        runs.iter()
            .for_each(|(class, runs)| ends.add(*class, *runs));
        let shortfall = ends.shortfall("x")?;
        Some((shortfall.cause, shortfall.untested))
    }

    #[test]
    fn runs_that_we_stopped_or_cannot_read_test_nothing() {
        use Class::*;
        let starved = [(Sat, 3), (MemoryOut, 3263)];
        assert_eq!(check(&starved), Some((Cause::Memory, true)));
        assert_eq!(check(&[(Timeout, 90)]), Some((Cause::Time, true)));
        assert_eq!(check(&[(Silent, 10_009)]), Some((Cause::Garbled, true)));
        assert_eq!(check(&[(Silent, 1)]), Some((Cause::Garbled, true)));
        let refused = [(Rejected, 20), (Unsupported, 20), (Timeout, 30)];
        assert_eq!(check(&refused), Some((Cause::Refused, true)));
        assert_eq!(check(&[(Broken, 2)]), Some((Cause::Broken, true)));
    }

    #[test]
    fn hard_formulas_and_few_runs_are_no_blindness() {
        use Class::*;
        assert_eq!(check(&[]), None);
        assert_eq!(check(&[(Cancelled, 50)]), None);
        assert_eq!(check(&[(Timeout, 9)]), None, "a short hunt");
        assert_eq!(check(&[(Timeout, 29)]), Some((Cause::Time, false)));
        assert_eq!(check(&[(Rejected, 3)]), None);
        let hard = [(Timeout, 900), (Unsat, 1)];
        assert_eq!(check(&hard), Some((Cause::Time, false)), "it does answer");
        let hard = [(Timeout, 900), (Unknown, 1)];
        assert_eq!(check(&hard), Some((Cause::Time, false)));
        assert_eq!(check(&[(Unknown, 900)]), Some((Cause::Unknown, false)));
        assert_eq!(check(&[(Timeout, 960), (Sat, 40)]), None);
        assert_eq!(check(&[(Crash, 64)]), None, "crashes are findings");
    }

    #[test]
    fn the_sentence_has_the_solver_the_shares_and_what_to_do() {
        let mut ends = Ends::default();
        ends.add(Class::Sat, 3);
        ends.add(Class::MemoryOut, 3263);
        assert_eq!(
            ends.shortfall("./z3").unwrap().sentence,
            "./z3 decided 3 (0.1 %) of 3,266 formulas, so it was not tested: 3,263 (99.9 %) runs \
             were stopped by the memory limit; give more --memory, or --memory 0 for none"
        );
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
