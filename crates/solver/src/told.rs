//! Which response belongs to which question of a script: read strictly in order, and no further than
//! it is certain.

use crate::response::Response;
use gadfly_profile::Patterns;
use gadfly_syntax::loose::Command;

/// The option by which z3 prints a certificate before its answer to Horn clauses.
pub const CERTIFICATES: &str = ":fp.print_certificate";

/// A question whose answer is more than a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// `get-model`
    Model,
    /// `get-value`
    Value,
    /// `get-assignment`
    Assignment,
    /// `eval`
    Eval,
    /// `get-unsat-core`
    Core,
    /// `get-unsat-assumptions`
    Assumptions,
    /// `simplify`
    Simplify,
    /// `apply`
    Apply,
    /// `get-qe`
    Qe,
    /// `get-objectives`
    Objectives,
    /// `get-interpolant`
    Interpolant,
    /// `get-interpolants`
    Interpolants,
    /// `get-abduct`
    Abduct,
    /// `check-synth`
    Synthesis,
    /// `get-proof`
    Proof,
    /// `check-sat` of Horn clauses where `:fp.print_certificate` is set: printed before the answer.
    Certificate,
}

impl Asked {
    /// What a command asks.
    pub fn of(command: &str) -> Option<Asked> {
        Some(match command {
            "get-model" => Asked::Model,
            "get-value" => Asked::Value,
            "get-assignment" => Asked::Assignment,
            "eval" => Asked::Eval,
            "get-unsat-core" => Asked::Core,
            "get-unsat-assumptions" => Asked::Assumptions,
            "simplify" => Asked::Simplify,
            "apply" => Asked::Apply,
            "get-qe" => Asked::Qe,
            "get-objectives" => Asked::Objectives,
            "get-interpolant" => Asked::Interpolant,
            "get-interpolants" => Asked::Interpolants,
            "get-abduct" => Asked::Abduct,
            "check-synth" => Asked::Synthesis,
            "get-proof" => Asked::Proof,
            _ => return None,
        })
    }

    /// Whether it is about the assertions and not about the last check. An interpolant between parts of the
    /// assertions is about both.
    pub fn needs_no_check(self) -> bool {
        use Asked::{Abduct, Apply, Interpolant, Qe, Simplify, Synthesis};
        matches!(
            self,
            Simplify | Apply | Qe | Interpolant | Abduct | Synthesis
        )
    }

    /// Whether the search may end without a result, said in a word.
    fn may_fail(self) -> bool {
        matches!(self, Asked::Interpolant | Asked::Abduct)
    }

    /// Whether a line is an answer: that there is no function, or that none was found.
    fn is_word(self, line: &str) -> bool {
        self == Asked::Synthesis && matches!(line, "infeasible" | "fail")
    }

    /// Whether the answer is a term, which may be a bare word.
    fn is_term(self) -> bool {
        matches!(
            self,
            Asked::Eval | Asked::Simplify | Asked::Qe | Asked::Interpolant
        )
    }
}

/// What a solver said to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The question.
    pub asked: Asked,
    /// How many checks came before it.
    pub check: usize,
    /// How many of the same questions came between that check and this one.
    pub nth: usize,
    /// The response as it was printed.
    pub text: String,
}

/// Commands that print nothing where all is well.
const SILENT: [&str; 26] = [
    "assert",
    "assert-soft",
    "assume",
    "constraint",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "declare-var",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "inv-constraint",
    "maximize",
    "minimize",
    "pop",
    "push",
    "reset-assertions",
    "set-info",
    "set-logic",
    "set-option",
    "synth-fun",
    "synth-inv",
];

/// What a command makes a solver print.
enum Prints {
    Nothing,
    Answer,
    Line,
    Something,
    Asked(Asked),
    /// Who knows.
    Unknown,
}

fn prints(command: &Command<'_>) -> Prints {
    let name = command.name();
    if let Some(asked) = Asked::of(name) {
        return Prints::Asked(asked);
    }
    match name {
        "check-sat" | "check-sat-assuming" | "check-sat-using" => Prints::Answer,
        "echo" if !command.text.contains('\n') && !command.text.contains("\"\"") => Prints::Line,
        "get-info" | "get-option" | "get-assertions" => Prints::Something,
        "set-option" if command.words().get(2) == Some(&":print-success") => Prints::Unknown,
        _ if SILENT.contains(&name) => Prints::Nothing,
        _ => Prints::Unknown,
    }
}

/// What was said to each question. An error that is not about a missing result, and whatever else is out
/// of its turn, ends the reading: what follows may answer anything.
pub(crate) fn told(script: &[Command<'_>], heard: &[Response], patterns: &Patterns) -> Vec<Told> {
    // A word about a command that says nothing otherwise: no response can be told from the next.
    let odd = |it: &Response| matches!(it, Response::Line(line) if is_remark(line));
    if heard.iter().any(odd) {
        return Vec::new();
    }
    let mut found: Vec<Told> = Vec::new();
    let mut asked_before: Vec<Asked> = Vec::new();
    let (mut heard, mut check, mut certifies) = (heard.iter().peekable(), 0, false);
    for command in script {
        certifies = sets_certificates(command).unwrap_or(certifies);
        let said = match prints(command) {
            Prints::Nothing => continue,
            Prints::Unknown => return found,
            Prints::Answer => {
                let list = heard.next_if(|it| certifies && matches!(it, Response::List(_)));
                match heard.next() {
                    Some(Response::Line(line)) if is_answer(line) => {
                        check += 1;
                        asked_before.clear();
                    }
                    _ => return found,
                }
                let Some(Response::List(text)) = list else {
                    continue;
                };
                Told {
                    asked: Asked::Certificate,
                    check,
                    nth: 0,
                    text: text.clone(),
                }
            }
            Prints::Line => match heard.next() {
                Some(Response::Line(_)) => continue,
                _ => return found,
            },
            Prints::Something => match heard.next() {
                Some(Response::Line(_) | Response::List(_)) => continue,
                Some(Response::Error(why)) if patterns.is_harmless(why) => continue,
                _ => return found,
            },
            Prints::Asked(asked) => {
                let nth = asked_before.iter().filter(|it| **it == asked).count();
                asked_before.push(asked);
                let text = match heard.next() {
                    Some(Response::List(text)) => text,
                    Some(Response::Line(text)) if asked.may_fail() && text == "fail" => continue,
                    Some(Response::Line(text)) if asked.is_term() && is_word(text) => text,
                    Some(Response::Line(text)) if asked.is_word(text) => text,
                    Some(Response::Error(why)) if patterns.is_harmless(why) => continue,
                    _ => return found,
                };
                Told {
                    asked,
                    check,
                    nth,
                    text: text.clone(),
                }
            }
        };
        found.push(said);
    }
    match heard.next() {
        // More was said than was asked for, and who knows where.
        Some(_) => Vec::new(),
        None => found,
    }
}

/// Whether an option makes checks print certificates from here on, or not.
fn sets_certificates(command: &Command<'_>) -> Option<bool> {
    match command.words()[..] {
        ["(", "set-option", CERTIFICATES, value, ")"] => Some(value == "true"),
        _ => None,
    }
}

/// Whether a line is no response to a question.
fn is_remark(line: &str) -> bool {
    matches!(line, "unsupported" | "success") || line.starts_with(';')
}

/// Whether a line is a term: one word, and no answer.
fn is_word(line: &str) -> bool {
    let quoted = line.starts_with(['"', '|']);
    !is_answer(line) && (quoted || !line.contains(char::is_whitespace))
}

fn is_answer(line: &str) -> bool {
    matches!(line, "sat" | "unsat" | "unknown") || line.starts_with("unknown (")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::responses;
    use gadfly_profile::Profile;
    use gadfly_syntax::loose::commands;

    fn check(script: &str, output: &str, expect: &[(Asked, usize, usize, &str)]) {
        let profile = "about = \"some\"\n[patterns]\nharmless = ['''no model''']";
        let profile = Profile::parse("some", profile, None).unwrap();
        let commands: Vec<Command<'_>> = commands(script).collect();
        let told = told(&commands, &responses(output.as_bytes()), &profile.patterns);
        let told: Vec<_> = told
            .iter()
            .map(|it| (it.asked, it.check, it.nth, it.text.as_str()))
            .collect();
        assert_eq!(told, expect, "{script}\n{output}");
    }

    #[test]
    fn responses_go_to_their_questions_in_order() {
        let script = "(assert p)(simplify p)(check-sat)(get-value (p))(echo \"a\")(get-info :name)\
                      (get-value (q))(get-model)(check-sat)(get-value (p))(get-unsat-core)";
        let output = "p\nsat\n((p true))\na\n(:name \"x\")\n((q false))\n(\n)\nunsat\n\
                      (error \"no model\")\n(n)";
        check(
            script,
            output,
            &[
                (Asked::Simplify, 0, 0, "p"),
                (Asked::Value, 1, 0, "((p true))"),
                (Asked::Value, 1, 1, "((q false))"),
                (Asked::Model, 1, 0, "(\n)"),
                (Asked::Core, 2, 0, "(n)"),
            ],
        );
    }

    #[test]
    fn a_search_for_functions_may_end_in_a_word() {
        let script = "(synth-fun f () Int)(declare-var x Int)(constraint (= f x))(check-synth)";
        for output in ["infeasible", "fail", "(\n(define-fun f () Int 0)\n)"] {
            check(script, output, &[(Asked::Synthesis, 0, 0, output)]);
        }
        check(script, "unknown", &[]);
    }

    #[test]
    fn an_interpolant_is_a_definition_or_a_term() {
        let script =
            "(assert (! p :named a))(check-sat)(get-interpolant (a))(get-interpolants (a))";
        for output in ["true", "(or p q)", "(define-fun I () Bool true)"] {
            let told = &[
                (Asked::Interpolant, 1, 0, output),
                (Asked::Interpolants, 1, 0, "(p\n)"),
            ];
            check(script, &format!("unsat\n{output}\n(p\n)"), told);
        }
        let told = &[(Asked::Interpolants, 1, 0, "(p)")];
        check(script, "unsat\nfail\n(p)", told);
        check(script, "sat", &[]);
    }

    #[test]
    fn a_certificate_comes_before_its_answer() {
        let script =
            "(set-option :fp.print_certificate true)(assert p)(check-sat)(simplify p)(check-sat)";
        let told = &[
            (Asked::Certificate, 1, 0, "(mp a b false)"),
            (Asked::Simplify, 1, 0, "p"),
        ];
        check(script, "(mp a b false)\nunsat\np\nunsat", told);
        check(
            script,
            "(mp a b false)\nunsat\n(p)\n(and p)\nsat",
            &[
                (Asked::Certificate, 1, 0, "(mp a b false)"),
                (Asked::Simplify, 1, 0, "(p)"),
                (Asked::Certificate, 2, 0, "(and p)"),
            ],
        );
        check(script, "(mp a b false)\n(p)\nunsat", &[]);
        check(script, "(mp a b false)", &[]);
        for none in [script.replace("true", "false"), script.replace("fp.", "")] {
            check(&none, "(mp a b false)\nunsat\np\nunsat", &[]);
        }
    }

    #[test]
    fn nothing_is_told_where_responses_may_be_shifted() {
        let script = "(set-logic ODD)(simplify 0)(simplify 1)";
        check(
            script,
            "unsupported\n; ignoring unsupported logic ODD\n0\n1",
            &[],
        );
        check(script, "0\n0\n1", &[]);
        check(script, "warning: odd\n0", &[]);
    }

    #[test]
    fn nothing_is_told_behind_what_is_out_of_turn() {
        let script = "(assert p)(check-sat)(get-value (p))(get-model)";
        for output in [
            "(error \"what is p?\")\nsat\n((p true))\n(\n)",
            "((p true))\n(\n)",
            "sat\nsat\n((p true))",
            "sat\nfail\n(\n)",
            "sat\nunsupported\n((p true))",
            "sat",
            "",
        ] {
            check(script, output, &[]);
        }
        let first = &[(Asked::Value, 1, 0, "((p true))")];
        check(script, "sat\n((p true))\n(error \"odd\")\n(\n)", first);
        check(
            &format!("(set-option :print-success true){script}"),
            "sat",
            &[],
        );
        check(&format!("(frobnicate){script}"), "sat\n((p true))", &[]);
    }
}
