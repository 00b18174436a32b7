//! All findings as CSV, a line each: for a spreadsheet in which a team shares out the work, or a script
//! that compares two hunts by the findings' identities.

use super::{Content, Format};
use crate::summary::{Shown, Summary};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "table",
    about: "All findings as CSV, a line each, for a spreadsheet",
    file: None,
    content: Content::Findings(write),
};

const HEAD: [&str; 21] = [
    "id",
    "kind",
    "priority",
    "solver",
    "version",
    "options",
    "status",
    "url",
    "title",
    "evidence",
    "witnesses",
    "triggers",
    "logic",
    "operators",
    "bytes",
    "original_bytes",
    "releases",
    "strategy",
    "cause",
    "identity",
    "case",
];

fn write(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let mut out = csv::Writer::from_writer(out);
    out.write_record(HEAD)?;
    for shown in &summary.findings {
        out.write_record(record(shown))?;
    }
    out.flush()
}

fn record(shown: &Shown) -> [String; HEAD.len()] {
    let finding = &shown.finding;
    let bad = finding.releases.iter().filter(|it| it.bad == Some(true));
    let bad: Vec<String> = bad.map(|release| release.spec.clone()).collect();
    let reduction = finding.reduction.as_ref();
    let bytes = |reduced: Option<u64>| reduced.unwrap_or(shown.case.len() as u64).to_string();
    [
        finding.id.clone(),
        finding.kind.to_string(),
        finding.priority.to_string(),
        finding.solver.clone(),
        finding.version.clone(),
        list(&finding.options),
        finding.status.name().to_string(),
        finding.url.clone().unwrap_or_default(),
        finding.title.clone(),
        finding.evidence.to_string(),
        finding.witnesses.join("; "),
        finding.triggers.to_string(),
        finding.logic.clone(),
        list(&finding.operators),
        bytes(reduction.map(|it| it.after)),
        bytes(reduction.map(|it| it.before)),
        list(&bad),
        finding.strategy.clone(),
        finding.cause.clone().unwrap_or_default(),
        finding.identity.clone(),
        format!("{}/findings/{}/case.smt2", shown.folder, finding.id),
    ]
}

/// Words in brackets: a cell that began with an operator such as `=`, or with an option, would be a
/// formula to a spreadsheet.
fn list(words: &[String]) -> String {
    match words.is_empty() {
        true => String::new(),
        false => format!("({})", words.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_store::{Finding, Reduction, Release};

    fn check(findings: Vec<Finding>, lines: &[&str]) {
        let shown = |finding| Shown {
            finding,
            case: "(check-sat)\n".into(),
            folder: "hunt".into(),
            files: None,
        };
        let summary = Summary {
            findings: findings.into_iter().map(shown).collect(),
            ..Summary::default()
        };
        let mut out = Vec::new();
        write(&summary, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), lines);
        assert_eq!(text.lines().next().unwrap(), HEAD.join(","));
    }

    #[test]
    fn a_finding_is_a_line() {
        let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        let release = |version: &str, bad| Release {
            spec: format!("z3@{version}"),
            bad: Some(bad),
            ..Release::default()
        };
        let reduced = Finding {
            id: "z3-crash-1".into(),
            solver: "z3@4.8.7".into(),
            version: "4.8.7".into(),
            options: words("-tc"),
            title: "z3 4.8.7 dies, \"loudly\"".into(),
            operators: words("= str.++"),
            triggers: 3,
            reduction: Some(Reduction {
                before: 900,
                after: 80,
                ..Reduction::default()
            }),
            releases: vec![release("4.8.7", true), release("5.4.0", false)],
            url: Some("https://example.org/1".into()),
            ..Finding::default()
        };
        let fresh = Finding {
            id: "b".into(),
            ..Finding::default()
        };
        let (kind, priority) = (fresh.kind.to_string(), fresh.priority.to_string());
        let evidence = fresh.evidence.to_string();
        check(
            vec![reduced, fresh],
            &[
                &format!(
                    "z3-crash-1,{kind},{priority},z3@4.8.7,4.8.7,(-tc),new,https://example.org/1,\
                     \"z3 4.8.7 dies, \"\"loudly\"\"\",{evidence},,3,,(= str.++),80,900,(z3@4.8.7),,,,\
                     hunt/findings/z3-crash-1/case.smt2"
                ),
                &format!(
                    "b,{kind},{priority},,,,new,,,{evidence},,0,,,12,12,,,,,hunt/findings/b/case.smt2"
                ),
            ],
        );
    }

    #[test]
    fn nothing_found_is_a_heading() {
        check(vec![], &[]);
    }
}
