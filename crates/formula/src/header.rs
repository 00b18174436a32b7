//! The comment lines at the top of a formula that make it reproducible.

use crate::{Expect, Formula, LabelSource};
use std::fmt::Write;
use thiserror::Error;

/// A seed that a formula was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// The path as it was given.
    pub path: String,
    /// The short content hash.
    pub hash: String,
}

/// How a formula was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// gadfly's version.
    pub version: String,
    /// The catalogue's short hash.
    pub catalog: String,
    /// The strategy's name.
    pub strategy: String,
    /// The run's seed.
    pub seed: u64,
    /// The position in the run.
    pub index: u64,
    /// The seeds.
    pub parents: Vec<Parent>,
    /// What was done, in the strategy's own words.
    pub trace: Vec<String>,
}

/// Why a header could not be read.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum HeaderError {
    /// The first line is not ours.
    #[error("the file has no gadfly header: its first line must start with `; gadfly `")]
    Missing,
    /// A field is absent or not a number.
    #[error("the header's field `{0}` is missing or malformed")]
    Field(&'static str),
    /// Not an answer word.
    #[error("`{0}` is not an expected answer: use sat, unsat or unknown")]
    Expect(String),
}

impl Provenance {
    /// The header lines, each ended by a newline.
    pub fn header(&self, expect: &[Expect]) -> String {
        let mut out = format!(
            "; gadfly {} catalog={} strategy={} seed={} index={}\n",
            self.version, self.catalog, self.strategy, self.seed, self.index
        );
        if !self.parents.is_empty() {
            out.push_str("; parents:");
            for parent in &self.parents {
                let _ = write!(out, " {}#{}", one_word(&parent.path), parent.hash);
            }
            out.push('\n');
        }
        out.push_str("; expect:");
        for word in expect {
            let _ = write!(out, " {word}");
        }
        out.push('\n');
        if !self.trace.is_empty() {
            let trace = self.trace.join("; ").replace(['\n', '\r'], " ");
            let _ = writeln!(out, "; trace: {trace}");
        }
        out
    }
}

/// White space and `%` in a path are percent-encoded, so that parents stay one word each.
fn one_word(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        if c.is_whitespace() || c == '%' || c == '#' {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn from_one_word(word: &str) -> String {
    let mut bytes = Vec::with_capacity(word.len());
    let mut rest = word.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'%' && tail.len() >= 2)
            .then(|| std::str::from_utf8(&tail[..2]).ok())
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Formula {
    /// Reads a formula back from its text with header.
    pub fn parse(text: &str) -> Result<Formula, HeaderError> {
        let mut provenance = Provenance::default();
        let mut expect = Vec::new();
        let first = text.lines().next().unwrap_or("");
        let fields = first
            .strip_prefix("; gadfly ")
            .ok_or(HeaderError::Missing)?;
        let mut words = fields.split_whitespace();
        provenance.version = words
            .next()
            .ok_or(HeaderError::Field("version"))?
            .to_string();
        let mut field = |name: &'static str| {
            words
                .next()
                .and_then(|word| word.strip_prefix(name)?.strip_prefix('='))
                .ok_or(HeaderError::Field(name))
        };
        provenance.catalog = field("catalog")?.to_string();
        provenance.strategy = field("strategy")?.to_string();
        provenance.seed = field("seed")?
            .parse()
            .map_err(|_| HeaderError::Field("seed"))?;
        provenance.index = field("index")?
            .parse()
            .map_err(|_| HeaderError::Field("index"))?;
        let mut body = text.len().min(first.len() + 1);
        for line in text[body..].split_inclusive('\n') {
            if let Some(parents) = line.strip_prefix("; parents:") {
                provenance.parents = parents
                    .split_whitespace()
                    .map(|word| {
                        let (path, hash) =
                            word.rsplit_once('#').ok_or(HeaderError::Field("parents"))?;
                        Ok(Parent {
                            path: from_one_word(path),
                            hash: hash.to_string(),
                        })
                    })
                    .collect::<Result<_, _>>()?;
            } else if let Some(words) = line.strip_prefix("; expect:") {
                expect = words
                    .split_whitespace()
                    .map(str::parse)
                    .collect::<Result<_, _>>()?;
            } else if let Some(trace) = line.strip_prefix("; trace:") {
                provenance.trace = trace.trim().split("; ").map(str::to_string).collect();
            } else {
                break;
            }
            body += line.len();
        }
        let label = if expect.iter().all(|e| *e == Expect::Unknown) {
            LabelSource::None
        } else {
            LabelSource::Claimed
        };
        Ok(Formula {
            text: text[body..].to_string(),
            expect,
            label,
            provenance,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_reads_back() {
        let formula = Formula {
            text: "(check-sat)\n".into(),
            expect: vec![Expect::Sat, Expect::Unknown],
            label: LabelSource::Construction,
            provenance: Provenance {
                version: "0.1.0".into(),
                catalog: "3f9a2c".into(),
                strategy: "fusion".into(),
                seed: 42,
                index: 1007,
                parents: vec![Parent {
                    path: "a b/50%#.smt2".into(),
                    hash: "1b7e".into(),
                }],
                trace: vec!["int-add x y -> z3".into(), "replaced 2/5 x, 1/3 y".into()],
            },
        };
        let text = formula.with_header();
        assert!(
            text.starts_with("; gadfly 0.1.0 catalog=3f9a2c strategy=fusion seed=42 index=1007\n")
        );
        let back = Formula::parse(&text).unwrap();
        assert_eq!(back.provenance, formula.provenance);
        assert_eq!(back.expect, formula.expect);
        assert_eq!(back.text, formula.text);
        assert_eq!(back.label, LabelSource::Claimed);
    }

    #[test]
    fn what_is_not_a_header_is_said() {
        assert_eq!(
            Formula::parse("(check-sat)").unwrap_err(),
            HeaderError::Missing
        );
        assert_eq!(
            Formula::parse("; gadfly 1 catalog=a strategy=op seed=x index=0").unwrap_err(),
            HeaderError::Field("seed")
        );
        let bad = "; gadfly 1 catalog=a strategy=op seed=1 index=0\n; expect: maybe\n";
        assert_eq!(
            Formula::parse(bad).unwrap_err(),
            HeaderError::Expect("maybe".into())
        );
    }
}
