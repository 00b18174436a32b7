//! A finding as a test of the solver's own regression suite: files that the suite runs as they are.

use crate::asked::without_header;
use gadfly_store::Finding;
use gadfly_syntax::loose;
use gadfly_vocabulary::{Kind, Wrong};
use std::fmt::Write;

/// Whose suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// z3test: the file, and `.expected.out` beside it; run with `model_validate=true`.
    Z3,
    /// cvc5: one file with `COMMAND-LINE` and `EXPECT` comments.
    Cvc5,
    /// yices: the file, `.smt2.gold` and `.smt2.options`.
    Yices,
    /// bitwuzla: the file and `.expect`; run without options.
    Bitwuzla,
}

impl Suite {
    /// The suite of a solver family.
    pub fn of(family: &str) -> Option<Suite> {
        match family {
            "z3" => Some(Suite::Z3),
            "cvc5" => Some(Suite::Cvc5),
            "yices" => Some(Suite::Yices),
            "bitwuzla" => Some(Suite::Bitwuzla),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Suite::Z3 => "z3",
            Suite::Cvc5 => "cvc5",
            Suite::Yices => "yices",
            Suite::Bitwuzla => "bitwuzla",
        }
    }

    /// What stands on the command line when the suite runs the test.
    pub fn arguments(self, finding: &Finding) -> Vec<String> {
        let mut arguments = match self {
            Suite::Z3 => return vec!["model_validate=true".into()],
            Suite::Bitwuzla => return Vec::new(),
            Suite::Cvc5 | Suite::Yices => finding.options.clone(),
        };
        let own_check = match finding.kind {
            Kind::InvalidModel => "--check-models",
            Kind::InvalidCore => "--check-unsat-cores",
            Kind::InvalidProof => "--check-proofs",
            _ => return arguments,
        };
        if self == Suite::Cvc5 && !arguments.iter().any(|it| it == own_check) {
            arguments.push(own_check.into());
        }
        arguments
    }
}

/// The script of the test.
pub fn regression_script(finding: &Finding, case: &str, suite: Suite) -> String {
    let case = without_header(case);
    let mut out = String::new();
    if matches!(suite, Suite::Z3 | Suite::Bitwuzla) {
        for option in &finding.options {
            out.push_str(&set_option(option));
        }
    }
    let unchecked = matches!(suite, Suite::Yices | Suite::Bitwuzla);
    match finding.kind {
        Kind::InvalidModel if unchecked => out.push_str(&with_values(case)),
        Kind::InvalidCore => out.push_str(&crate::asked::asked(finding, case)),
        _ => out.push_str(case),
    }
    format!("{}\n", out.trim_end())
}

/// An option of the command line as a command: `a.b=1`, `--name=value`, `--flag`.
fn set_option(option: &str) -> String {
    let name = option.trim_start_matches('-');
    let (name, value) = name.split_once('=').unwrap_or((name, "true"));
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    match value.chars().all(plain) {
        true => format!("(set-option :{name} {value})\n"),
        false => format!("(set-option :{name} \"{}\")\n", value.replace('"', "\"\"")),
    }
}

/// A script that asks for the values of its assertions, where the suite validates no models.
fn with_values(case: &str) -> String {
    let asserted: Vec<&str> = loose::commands(case)
        .filter(|command| command.name() == "assert")
        .filter_map(|command| loose::items(command.text).into_iter().nth(1))
        .collect();
    let checks = loose::commands(case)
        .filter(loose::Command::is_check)
        .count();
    if checks != 1 || asserted.is_empty() {
        return case.to_string();
    }
    format!(
        "(set-option :produce-models true)\n{}\n(get-value ({}))\n",
        case.trim_end(),
        asserted.join(" ")
    )
}

/// The right answers as far as the finding alone tells them; `None` where it does not.
pub fn right_answers(finding: &Finding, case: &str) -> Option<String> {
    if loose::commands(case)
        .filter(loose::Command::is_check)
        .count()
        != 1
    {
        return None;
    }
    let right = match (finding.kind, finding.signature.wrong()) {
        (Kind::Soundness, Some(Wrong::Refutation)) | (Kind::InvalidModel, _) => "sat",
        (Kind::Soundness, Some(Wrong::Solution)) | (Kind::InvalidCore | Kind::InvalidProof, _) => {
            "unsat"
        }
        _ => return None,
    };
    Some(format!("{right}\n"))
}

/// The files (name and text) of a test. `output` is what a good release prints.
pub fn regression_files(
    finding: &Finding,
    script: &str,
    output: &str,
    suite: Suite,
) -> Vec<(String, String)> {
    let stem = format!("{}-{}", finding.id, suite.name());
    let arguments = suite.arguments(finding).join(" ");
    let output = format!("{}\n", output.trim_end());
    let file = |name: String, text: &str| (name, text.to_string());
    match suite {
        Suite::Z3 => vec![
            file(format!("{stem}.smt2"), script),
            file(format!("{stem}.expected.out"), &output),
        ],
        Suite::Bitwuzla => vec![
            file(format!("{stem}.smt2"), script),
            file(format!("{stem}.expect"), &output),
        ],
        Suite::Yices => {
            let mut files = vec![
                file(format!("{stem}.smt2"), script),
                file(format!("{stem}.smt2.gold"), &output),
            ];
            if !arguments.is_empty() {
                files.push(file(
                    format!("{stem}.smt2.options"),
                    &format!("{arguments}\n"),
                ));
            }
            files
        }
        Suite::Cvc5 => {
            let mut text = String::new();
            if !arguments.is_empty() {
                let _ = writeln!(text, "; COMMAND-LINE: {arguments}");
            }
            for line in output.lines() {
                let _ = writeln!(text, "; EXPECT: {line}");
            }
            text.push_str(script);
            vec![(format!("{stem}.smt2"), text)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(kind: Kind, options: &[&str], suite: Suite) -> Vec<(String, String)> {
        let finding = Finding {
            id: "f1".into(),
            kind,
            options: options.iter().map(|it| it.to_string()).collect(),
            ..Finding::default()
        };
        let case = "; gadfly 0.1.0\n(assert p)\n(check-sat)\n";
        let script = regression_script(&finding, case, suite);
        regression_files(&finding, &script, "sat", suite)
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = pairs
            .iter()
            .map(|(name, text)| (name.to_string(), text.to_string()));
        owned.collect()
    }

    #[test]
    fn each_suite_gets_its_form() {
        let script = "(assert p)\n(check-sat)\n";
        let wrong = Kind::Soundness;
        assert_eq!(
            files(wrong, &["smt.arith.solver=2"], Suite::Z3),
            pairs(&[
                (
                    "f1-z3.smt2",
                    &format!("(set-option :smt.arith.solver 2)\n{script}")
                ),
                ("f1-z3.expected.out", "sat\n")
            ])
        );
        assert_eq!(
            files(wrong, &["--strings-exp"], Suite::Cvc5),
            pairs(&[(
                "f1-cvc5.smt2",
                &format!("; COMMAND-LINE: --strings-exp\n; EXPECT: sat\n{script}")
            )])
        );
        assert_eq!(
            files(wrong, &["--mcsat"], Suite::Yices),
            pairs(&[
                ("f1-yices.smt2", script),
                ("f1-yices.smt2.gold", "sat\n"),
                ("f1-yices.smt2.options", "--mcsat\n")
            ])
        );
        assert_eq!(
            files(wrong, &["--rewrite-level=0"], Suite::Bitwuzla),
            pairs(&[
                (
                    "f1-bitwuzla.smt2",
                    &format!("(set-option :rewrite-level 0)\n{script}")
                ),
                ("f1-bitwuzla.expect", "sat\n")
            ])
        );
    }

    #[test]
    fn a_model_is_tested_by_whoever_the_suite_has_for_it() {
        let text = |suite| files(Kind::InvalidModel, &[], suite)[0].1.clone();
        assert!(text(Suite::Cvc5).starts_with("; COMMAND-LINE: --check-models\n"));
        assert!(text(Suite::Bitwuzla).contains("(check-sat)\n(get-value (p))\n"));
        assert!(
            !text(Suite::Z3).contains("get-value"),
            "z3test validates models"
        );
    }

    #[test]
    fn what_a_finding_does_not_tell_is_not_guessed() {
        let crash = Finding {
            kind: Kind::Crash,
            ..Finding::default()
        };
        assert_eq!(right_answers(&crash, "(check-sat)"), None);
        let invalid = Finding {
            kind: Kind::InvalidModel,
            ..Finding::default()
        };
        assert_eq!(
            right_answers(&invalid, "(check-sat)").as_deref(),
            Some("sat\n")
        );
        assert_eq!(right_answers(&invalid, "(check-sat)(check-sat)"), None);
        assert_eq!(
            set_option("a.b=(then x y)"),
            "(set-option :a.b \"(then x y)\")\n"
        );
    }
}
