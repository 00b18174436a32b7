//! From a file's bytes to what can be seeds, and why the rest cannot.

use crate::clean::{Cleaned, clean};
use crate::index::{Options, Reason, Refusal};
use crate::pieces::{Piece, cut};
use crate::rewrite::{Change, Foreign, rewrite};
use crate::same;
use crate::split::split;
use crate::unpack::{Text, unpack};
use gadfly_catalog::Catalog;
use gadfly_formula::{ContentHash, Expect, Formula};
use gadfly_mutate::{Seed, SeedError};
use gadfly_syntax::{Diagnostic, Position, loose, pretty};
use gadfly_term::{Logics, Mode, Parser, Script};
use std::sync::Arc;

/// The most questions of one file that become seeds of their own.
const MOST_CHECKS: usize = 64;

/// What can be a seed.
pub(crate) struct Candidate {
    pub(crate) from: String,
    pub(crate) part: String,
    pub(crate) digest: String,
    pub(crate) changes: Vec<String>,
    /// The script as it is written, without the status of a single question.
    pub(crate) body: String,
    pub(crate) seed: Seed,
    pub(crate) logic: String,
    pub(crate) hash: u128,
}

/// Reads files.
pub(crate) struct Reader {
    catalog: Arc<Catalog>,
    logics: Logics,
    parser: Parser,
    options: Options,
}

/// What one file gives.
#[derive(Default)]
pub(crate) struct Yield {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) refused: Vec<Refusal>,
}

/// Where something stands: the file, its part, and the text with its place in the file.
struct Place<'a> {
    from: &'a str,
    digest: &'a str,
    part: String,
    text: &'a str,
    lines_before: usize,
    piece: &'a Piece,
}

impl Place<'_> {
    fn refusal(&self, at: Option<u32>, reason: Reason, message: impl Into<String>) -> Refusal {
        let at = at.map(|at| self.piece.origin(at as usize));
        let at = at.map(|at| Position::of(self.text.as_bytes(), at));
        Refusal {
            from: self.from.into(),
            part: self.part.clone(),
            line: at.map(|at| at.line + self.lines_before),
            column: at.map(|at| at.column),
            reason,
            message: message.into(),
        }
    }

    fn malformed(&self, diagnostics: &[Diagnostic]) -> Refusal {
        let first = diagnostics.first();
        let message = first.map_or("it is not well-formed", |d| d.message.as_str());
        self.refusal(first.map(|d| d.span.start), Reason::Malformed, message)
    }
}

impl Reader {
    pub(crate) fn new(catalog: &Arc<Catalog>, options: Options) -> Reader {
        Reader {
            catalog: catalog.clone(),
            logics: Logics::of(catalog),
            parser: Parser::new(catalog, Mode::Default),
            options,
        }
    }

    /// All that a file gives.
    pub(crate) fn file(&mut self, from: &str, bytes: Vec<u8>) -> Yield {
        let digest = ContentHash::of(&bytes).short();
        let (texts, closed) = unpack(from, bytes);
        let mut out = Yield::default();
        out.refused
            .extend(closed.into_iter().map(|(part, reason, message)| Refusal {
                from: from.into(),
                part,
                line: None,
                column: None,
                reason,
                message,
            }));
        for text in texts {
            self.text(from, &digest, &text, &mut out);
        }
        out
    }

    /// All that a text gives: one script, or several that stand one after another.
    fn text(&mut self, from: &str, digest: &str, text: &Text, out: &mut Yield) {
        let (clean, cleaned) = clean(&text.text);
        let whole = Piece::whole(&clean);
        let place = |part: String, piece| Place {
            from,
            digest,
            part,
            text: &clean,
            lines_before: text.lines_before,
            piece,
        };
        let problem = match self.parser.parse(clean.as_str()) {
            Ok(script) => {
                let changes = changes_of(cleaned, &whole, false);
                return self.script(&place(text.part.clone(), &whole), &script, changes, out);
            }
            Err(problem) => problem,
        };
        let pieces = cut(&clean);
        let several = pieces.len() > 1;
        if !several && pieces.iter().all(|piece| piece.repeated == 0) {
            let refusal = place(text.part.clone(), &whole).malformed(&problem);
            out.refused.push(refusal);
            return;
        }
        for (number, piece) in pieces.iter().enumerate() {
            let mut part = text.part.clone();
            if several {
                extend(&mut part, &format!("script {}", number + 1));
            }
            let place = place(part, piece);
            match self.parser.parse(piece.text.as_str()) {
                Ok(script) => {
                    let changes = changes_of(cleaned, piece, several);
                    self.script(&place, &script, changes, out);
                }
                Err(problem) => out.refused.push(place.malformed(&problem)),
            }
        }
    }

    /// All that a script gives: one seed, or one a question.
    fn script(
        &mut self,
        place: &Place<'_>,
        script: &Script,
        mut changes: Vec<Change>,
        out: &mut Yield,
    ) {
        if script.assertions().next().is_none() && script.checks().next().is_none() {
            let refusal = place.refusal(None, Reason::Nothing, "it asserts nothing");
            return out.refused.push(refusal);
        }
        let (commands, more) = match rewrite(script) {
            Ok(rewritten) => rewritten,
            Err(Foreign { name, at }) => {
                let message = format!("`{name}` has no place in a seed");
                return out
                    .refused
                    .push(place.refusal(Some(at.start), Reason::Foreign, message));
            }
        };
        changes.extend(more);
        // A formula of ours says in its header what its answers are.
        let header = Formula::parse(place.text)
            .ok()
            .map(|formula| formula.expect);
        let whole = match self.seed(place, &commands, out) {
            Some(seed) => seed,
            None => return,
        };
        let claims = match header {
            Some(expect) if expect.len() == whole.expect.len() => expect,
            _ => whole.expect.clone(),
        };
        if !self.options.split || whole.is_flat() {
            return self.candidate(place, &commands, &changes, out, &claims);
        }
        let Ok(parsed) = self.parser.parse(commands.join("\n")) else {
            return;
        };
        changes.push(Change::Split);
        let scripts = split(&parsed);
        let asked = scripts.len();
        for (number, commands) in scripts.into_iter().take(MOST_CHECKS).enumerate() {
            let mut part = place.part.clone();
            extend(&mut part, &format!("check {}", number + 1));
            let claim = claims.get(number).copied();
            let claim: Vec<_> = claim.into_iter().collect();
            self.candidate(&Place { part, ..*place }, &commands, &changes, out, &claim);
        }
        if asked > MOST_CHECKS {
            let message = format!("it asks {asked} times; the first {MOST_CHECKS} were taken");
            out.refused
                .push(place.refusal(None, Reason::TooManyChecks, message));
        }
    }
}

impl Reader {
    /// The seed that some commands are; what is wrong is noted.
    fn seed(&mut self, place: &Place<'_>, commands: &[String], out: &mut Yield) -> Option<Seed> {
        let path = if place.part.is_empty() {
            place.from.to_string()
        } else {
            format!("{}/{}", place.from, place.part)
        };
        let refusal = match Seed::read(&path, &commands.join("\n"), &mut self.parser) {
            Ok(seed) => return Some(seed),
            Err(SeedError::Empty { what, .. }) => place.refusal(None, Reason::Nothing, what),
            // The script reads, and what is written of it does not: the place is not known.
            Err(SeedError::Malformed { diagnostics, .. }) => Refusal {
                line: None,
                column: None,
                ..place.malformed(&diagnostics)
            },
        };
        out.refused.push(refusal);
        None
    }

    fn candidate(
        &mut self,
        place: &Place<'_>,
        commands: &[String],
        changes: &[Change],
        out: &mut Yield,
        claims: &[Expect],
    ) {
        let Some(mut seed) = self.seed(place, commands, out) else {
            return;
        };
        seed.set_claims(claims.to_vec());
        // The status of one question is written anew; those of several stay where they are.
        let flat = seed.is_flat();
        let kept = commands.iter().filter(|text| !flat || !is_status(text));
        let kept: Vec<&str> = kept.map(String::as_str).collect();
        let body = pretty(&kept.join("\n"));
        if body.len() as u64 > self.options.most {
            let message = format!(
                "it has {} bytes; --most allows {}",
                body.len(),
                self.options.most
            );
            return out
                .refused
                .push(place.refusal(None, Reason::TooLarge, message));
        }
        out.candidates.push(Candidate {
            from: place.from.into(),
            part: place.part.clone(),
            digest: place.digest.into(),
            changes: changes.iter().map(ToString::to_string).collect(),
            logic: self.logics.infer(&seed.script).name,
            hash: same::hash(&seed, &self.catalog),
            body,
            seed,
        });
    }
}

fn is_status(command: &str) -> bool {
    let mut words = loose::words(command).skip(1).map(|(_, word)| word);
    words.next() == Some("set-info") && words.next() == Some(":status")
}

/// What was done to a text before it was read.
fn changes_of(cleaned: Cleaned, piece: &Piece, several: bool) -> Vec<Change> {
    let cleanings = [
        (cleaned.mark, "a byte order mark"),
        (cleaned.comments, "block comments"),
        (cleaned.returns, "lone carriage returns"),
    ];
    let cleanings = cleanings.into_iter().filter(|(done, _)| *done);
    let mut changes: Vec<Change> = cleanings.map(|(_, what)| Change::Cleaned(what)).collect();
    if several {
        changes.push(Change::Cut);
    }
    if piece.repeated > 0 {
        changes.push(Change::Repeated(piece.repeated));
    }
    changes
}

/// One more word about which part of a file is meant.
fn extend(part: &mut String, word: &str) {
    if !part.is_empty() {
        part.push_str(", ");
    }
    part.push_str(word);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, text: &str, split: bool) -> Yield {
        let options = Options {
            split,
            most: 1000,
            decided: false,
        };
        let catalog = Catalog::builtin();
        Reader::new(&catalog, options).file(name, text.as_bytes().to_vec())
    }

    /// The one seed of a text: its script in one line, what was changed, and the claims.
    fn one(name: &str, text: &str) -> (String, String, Vec<Expect>) {
        let out = read(name, text, false);
        assert!(out.refused.is_empty(), "{:?}", out.refused);
        let [candidate] = &out.candidates[..] else {
            panic!("{} seeds", out.candidates.len());
        };
        let body = candidate.body.replace('\n', "");
        (
            body,
            candidate.changes.join("; "),
            candidate.seed.expect.clone(),
        )
    }

    #[test]
    fn what_is_missing_is_put_in_and_what_is_of_no_use_left_out() {
        let (body, changes, claims) = one(
            "a.smt2",
            "\u{feff}(set-option :smt.arith.solver 2)(set-info :status unsat)#| why |#\r\n(declare-const p Bool)
             (assert (! p :named n))(minimize 1)(get-model)(exit)",
        );
        assert_eq!(
            body,
            "(set-logic ALL)(declare-const p Bool)(assert (! p :named n))(check-sat)"
        );
        assert_eq!(
            changes,
            "without a byte order mark; without block comments; set-logic put in; check-sat put in; \
             without get-model, minimize, set-option :smt.arith.solver 2"
        );
        assert_eq!(claims, [Expect::Unsat]);
    }

    #[test]
    fn other_questions_are_read_as_plain_ones() {
        let text = "(set-logic QF_UF)(declare-const p Bool)(assert p)(check-sat-using (then simplify smt))";
        let (body, changes, _) = one("a.smt2", text);
        assert!(body.ends_with("(assert p)(check-sat)"), "{body}");
        assert_eq!(changes, "check-sat-using read as check-sat");
        let text = "(set-logic QF_UF)(declare-const p Bool)(assert (or p p))(check-sat p (not p))";
        let (body, changes, _) = one("a.smt2", text);
        assert!(body.ends_with("(check-sat-assuming (p (not p)))"), "{body}");
        assert_eq!(changes, "arguments of check-sat read as assumptions");
    }

    #[test]
    fn claims_come_from_folders_headers_and_statuses() {
        let text = "(set-logic QF_UF)(declare-const p Bool)(assert p)(check-sat)";
        assert_eq!(one("x/sat/a.smt2", text).2, [Expect::Sat]);
        assert_eq!(one("x/a.smt2", text).2, [Expect::Unknown]);
        let ours =
            format!("; gadfly 0.1.0 catalog=a strategy=op seed=1 index=2\n; expect: unsat\n{text}");
        assert_eq!(one("x/a.smt2", &ours).2, [Expect::Unsat]);
    }

    #[test]
    fn several_scripts_of_a_file_are_several_seeds() {
        let text = "(declare-const x Int)(assert (> x 1))(check-sat)\n(declare-const x Real)(assert (> x y))";
        let out = read("a.smt2", text, false);
        assert_eq!(out.candidates.len(), 1);
        assert_eq!(out.candidates[0].part, "script 1");
        let refused = out.refused[0].to_string();
        assert_eq!(refused, "a.smt2:2:36 (script 2): unknown symbol `y`");
    }

    #[test]
    fn reasons_are_given_with_positions() {
        let table = [
            (
                "(declare-const x Int)\n(assert (< x y))",
                Reason::Malformed,
                "a.smt2:2:14: unknown symbol `y`",
            ),
            (
                "(assert true)\n(declare-rel q ())",
                Reason::Foreign,
                "a.smt2:2:1: `declare-rel` has no place in a seed",
            ),
            (
                "(declare-const x Int)(check-sat)",
                Reason::Nothing,
                "a.smt2: it asserts nothing",
            ),
            ("", Reason::Nothing, "a.smt2: it asserts nothing"),
        ];
        for (text, reason, message) in table {
            let out = read("a.smt2", text, false);
            assert!(out.candidates.is_empty(), "{text}");
            assert_eq!(
                (out.refused[0].reason, &*out.refused[0].to_string()),
                (reason, message)
            );
        }
        let long = format!("(assert (or {}))", "true ".repeat(300));
        assert_eq!(
            read("a.smt2", &long, false).refused[0].reason,
            Reason::TooLarge
        );
        let issue = "# Issue\n\n```smt2\n(assert x)\n(check-sat)\n```\n";
        let refused = read("a.md", issue, false).refused.remove(0);
        assert_eq!(refused.to_string(), "a.md:4:9 (line 3): unknown symbol `x`");
    }

    #[test]
    fn questions_are_split_where_that_is_wanted() {
        let text = "(declare-const p Bool)(assert p)(set-info :status sat)(check-sat)(push 1)(assert (not p))
            (set-info :status unsat)(check-sat)(pop 1)";
        let kept = read("a.smt2", text, false);
        assert_eq!(kept.candidates[0].seed.expect, [Expect::Sat, Expect::Unsat]);
        assert!(kept.candidates[0].body.contains(":status unsat"));
        let out = read("a.smt2", text, true);
        let claims: Vec<_> = out
            .candidates
            .iter()
            .map(|c| (&*c.part, &c.seed.expect[..]))
            .collect();
        assert_eq!(
            claims,
            [
                ("check 1", &[Expect::Sat][..]),
                ("check 2", &[Expect::Unsat][..])
            ]
        );
        assert!(out.candidates.iter().all(|c| !c.body.contains(":status")));
    }
}
