//! `report.md`: an issue text that a solver's team can act on in two minutes.

use crate::asked::asked;
use crate::case_folder::OBLIGATION;
use crate::plainly::{Names, cell, fenced, prose};
use crate::telling_term::spaced;
use gadfly_oracle::{History, Mark, Row};
use gadfly_profile::{OptionLabel, Profiles};
use gadfly_store::Finding;
use gadfly_syntax::{pretty, visible};
use gadfly_vocabulary::{Kind, Wrong};
use std::fmt::Write;

/// More lines of a model or a case than this are for the files.
const MOST_LINES: usize = 60;

/// The issue's text. `command` is what a developer types; `case` the file.
pub(crate) fn issue_text(finding: &Finding, command: &str, case: &str) -> String {
    let names = Names::of(finding);
    let mut out = format!(
        "# {}\n\n{}\n\n",
        prose(&finding.title),
        names.plainly(&finding.sentence)
    );
    let case = pretty(&asked(finding, case));
    let _ = writeln!(out, "{}", fenced(&first_lines(&case), "smt2"));
    if finding.reduction.is_none() {
        out.push_str("The case is not reduced.\n\n");
    }
    let _ = writeln!(out, "```sh\n{command}\n```\n");
    answers(&mut out, finding);
    evidence(&mut out, finding, &names);
    obligation(&mut out, finding);
    stack(&mut out, finding);
    history(&mut out, finding, &names);
    options(&mut out, finding);
    for note in &finding.notes {
        let _ = writeln!(out, "Note: {}\n", names.plainly(note));
    }
    everyone(&mut out, finding, &names);
    provenance(&mut out, finding);
    visible(out)
}

/// What it answers and what is right, where that is a word.
fn answers(out: &mut String, finding: &Finding) {
    let own = finding.runs.iter().find(|run| run.spec == finding.solver);
    let said = own.map(|run| run.result.as_str()).unwrap_or_default();
    let right = match (finding.kind, finding.signature.wrong()) {
        (Kind::Soundness, Some(Wrong::Refutation)) => Some("sat"),
        (Kind::Soundness, Some(Wrong::Solution)) => Some("unsat"),
        _ => None,
    };
    if let (false, Some(right)) = (said.is_empty(), right) {
        let _ = writeln!(
            out,
            "It answers `{}`. Right is `{right}`.\n",
            said.replace('`', "'")
        );
    }
}

/// Why: the model, values of subterms, and who bears it out.
fn evidence(out: &mut String, finding: &Finding, names: &Names) {
    if let Some(model) = &finding.model {
        let what = match finding.kind {
            Kind::InvalidModel => "Its model, which does not satisfy the assertions:",
            _ => "A model that satisfies every assertion:",
        };
        let _ = writeln!(out, "{what}\n\n{}", fenced(&first_lines(model), "smt2"));
    }
    if !finding.values.is_empty() {
        out.push_str("Under it:\n\n");
        for (term, value) in &finding.values {
            let _ = writeln!(out, "- `{}` is `{}`", code(&spaced(term)), code(value));
        }
        out.push('\n');
    }
    for witness in &finding.witnesses {
        let _ = writeln!(out, "Witness: {}.\n", names.plainly(witness));
    }
}

fn code(text: &str) -> String {
    text.replace('`', "'")
}

/// The beginning of a text that is too long for an issue.
fn first_lines(text: &str) -> String {
    let lines = text.lines().count();
    if lines <= MOST_LINES {
        return text.to_string();
    }
    let kept: Vec<&str> = text.lines().take(MOST_LINES).collect();
    format!(
        "{}\n; … {} more lines, in the file",
        kept.join("\n"),
        lines - MOST_LINES
    )
}

fn obligation(out: &mut String, finding: &Finding) {
    if let Some(question) = &finding.obligation {
        let shown = fenced(&first_lines(&pretty(question)), "smt2");
        let _ = writeln!(
            out,
            "What must hold of what it says, for any solver (`{OBLIGATION}`):\n\n{shown}"
        );
    }
}

fn stack(out: &mut String, finding: &Finding) {
    if !finding.frames.is_empty() {
        let frames = fenced(&finding.frames.join("\n"), "");
        let _ = writeln!(out, "It dies in:\n\n{frames}");
    }
}

/// First bad and last good release, in a sentence.
fn history(out: &mut String, finding: &Finding, names: &Names) {
    if finding.releases.is_empty() {
        return;
    }
    // The options stand elsewhere.
    let release_of = |spec: &str| spec.split(' ').next().unwrap_or(spec).to_string();
    let row = |release: &gadfly_store::Release| Row {
        spec: release_of(&release.spec),
        version: String::new(),
        said: release.result.clone(),
        mark: match release.bad {
            Some(true) => Mark::Bad(finding.kind),
            Some(false) => Mark::Good,
            None => Mark::Unclear(release.result.clone()),
        },
    };
    let history = History::of(finding.releases.iter().map(row).collect());
    let _ = writeln!(out, "{}\n", names.plainly(&history.sentence()));
}

/// The options that it needs, and what the team calls them.
fn options(out: &mut String, finding: &Finding) {
    if finding.options.is_empty() {
        out.push_str("Default options.\n\n");
        return;
    }
    let profiles = Profiles::builtin();
    let labelled: Vec<String> = finding
        .options
        .iter()
        .map(|option| {
            let profile = profiles.get(&finding.family);
            let label = profile.map(|it| it.policy.options.label(option));
            match label.filter(|label| *label != OptionLabel::Unlabelled) {
                Some(label) => format!("`{}` ({label})", code(option)),
                None => format!("`{}`", code(option)),
            }
        })
        .collect();
    // Which of them it needs is found out when it is reduced.
    let run = match finding.reduction {
        Some(_) => "It needs",
        None => "Options:",
    };
    let _ = writeln!(out, "{run} {}.\n", labelled.join(" and "));
}

/// What all solvers and releases say, folded away.
fn everyone(out: &mut String, finding: &Finding, names: &Names) {
    if finding.runs.is_empty() && finding.releases.is_empty() {
        return;
    }
    out.push_str("<details><summary>What solvers and releases say</summary>\n\n");
    out.push_str("| solver | result | shows it |\n|---|---|---|\n");
    let known = |spec: &str| finding.releases.iter().any(|release| release.spec == spec);
    for run in finding.runs.iter().filter(|run| !known(&run.spec)) {
        let bad = if run.spec == finding.solver {
            "yes"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "| {} | {} | {bad} |",
            cell(&names.name(&run.spec)),
            cell(&run.result)
        );
    }
    for release in &finding.releases {
        let bad = match release.bad {
            Some(true) => "yes",
            Some(false) => "no",
            None => "cannot be told",
        };
        let _ = writeln!(
            out,
            "| {} | {} | {bad} |",
            cell(&names.name(&release.spec)),
            cell(&release.result)
        );
    }
    out.push_str("\n</details>\n\n");
}

fn provenance(out: &mut String, finding: &Finding) {
    let _ = writeln!(
        out,
        "Found on {} {} by gadfly {}: strategy {}, test index {}. `repro.sh` exits with 1 where the bug shows, 0 \
         where it does not, 125 where it cannot tell.",
        std::env::consts::OS,
        std::env::consts::ARCH,
        env!("CARGO_PKG_VERSION"),
        finding.strategy,
        finding.index
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_store::{FindingRun, Reduction, Release};

    fn finding() -> Finding {
        let run = |spec: &str, result: &str| FindingRun {
            spec: spec.into(),
            result: result.into(),
            ..Default::default()
        };
        let release = |spec: &str, bad| Release {
            spec: spec.into(),
            result: "…".into(),
            bad: Some(bad),
        };
        Finding {
            kind: Kind::Soundness,
            signature: "refutation".parse().unwrap(),
            title: "z3 4.8.7: unsat on `(< x 1)`".into(),
            sentence: "z3@4.8.7 says unsat; the model of cvc5@1.4.2 makes every assertion true."
                .into(),
            solver: "z3@4.8.7".into(),
            family: "z3".into(),
            version: "4.8.7".into(),
            model: Some("((define-fun x () Int 0))".into()),
            reduction: Some(Reduction::default()),
            witnesses: vec!["cvc5@1.4.2 answers sat".into()],
            options: vec!["smt.string_solver=z3str3".into()],
            runs: vec![run("z3@4.8.7", "unsat"), run("a|b", "sat")],
            releases: vec![
                release("z3@4.8.7 a=b", true),
                release("z3@4.8.12 a=b", false),
            ],
            ..Finding::default()
        }
    }

    #[test]
    fn the_text_has_all_that_a_team_asks_for() {
        gadfly_testkit::catalog();
        let text = issue_text(
            &finding(),
            "z3 case.smt2",
            "(assert (< x 1))(check-sat)(echo \"````\")",
        );
        for part in [
            "# z3 4.8.7: unsat on `(< x 1)`\n\nz3 4.8.7 says unsat; the model of cvc5 1.4.2 makes",
            "`````smt2\n(assert (< x 1))\n(check-sat)\n",
            "It answers `unsat`. Right is `sat`.",
            "A model that satisfies every assertion:\n\n```smt2\n((define-fun x () Int 0))",
            "Witness: cvc5 1.4.2 answers sat.",
            "First bad: z3 4.8.7, the oldest asked; last bad: z3 4.8.7; fixed in z3 4.8.12",
            "It needs `smt.string_solver=z3str3` (experimental).",
            "| a\\|b | sat |  |",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }

    #[test]
    fn an_invalid_model_is_shown_with_values() {
        gadfly_testkit::catalog();
        let invalid = Finding {
            kind: Kind::InvalidModel,
            values: vec![("(<(+ x 0)1)".into(), "false".into())],
            options: Vec::new(),
            ..finding()
        };
        let text = issue_text(&invalid, "z3 case.smt2", "(assert (< x 1))(check-sat)");
        for part in [
            "(get-model)",
            "does not satisfy",
            "- `(< (+ x 0) 1)` is `false`",
            "Default options.",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }

    #[test]
    fn what_is_not_reduced_is_not_said_to_need_its_options() {
        gadfly_testkit::catalog();
        let raw = Finding {
            reduction: None,
            options: vec!["smt.random_seed=1".into()],
            obligation: Some("; What the solver said obliges to: unsat\n(assert(< x 1))".into()),
            ..finding()
        };
        let text = issue_text(&raw, "z3 case.smt2", "(assert (< x 1))(check-sat)");
        for part in [
            "The case is not reduced.",
            "Options: `smt.random_seed=1`.",
            "obliges to: unsat\n(assert (< x 1))",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
        let reduced = issue_text(&finding(), "z3 case.smt2", "(check-sat)");
        assert!(!reduced.contains("not reduced"), "{reduced}");
    }

    #[test]
    fn no_path_of_a_build_and_no_markup_gets_through() {
        gadfly_testkit::catalog();
        let hostile = Finding {
            title: "<img src=x>\u{1b}[2J\n# hello".into(),
            solver: "/home/u/build/z3 -in".into(),
            sentence: "/home/u/build/z3 -in died.".into(),
            version: "unknown".into(),
            ..finding()
        };
        let text = issue_text(&hostile, "z3", "(check-sat)");
        assert!(
            text.starts_with("# &lt;img src=x>\u{241b}[2J # hello\n\nz3 died.\n"),
            "{text}"
        );
        assert!(!text.contains("/home"), "{text}");
    }

    #[test]
    fn a_long_case_is_cut() {
        let long = "(assert p)\n".repeat(200);
        assert!(first_lines(&long).ends_with("; … 140 more lines, in the file"));
    }
}
