//! A hunt as SARIF 2.1.0, which code hosts show beside the code.

use super::{Content, Format};
use crate::summary::Summary;
use gadfly_vocabulary::{Kind, Priority};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) const FORMAT: Format = Format {
    name: "sarif",
    about: "For code hosts",
    file: None,
    content: Content::Findings(|summary, out| writeln!(out, "{:#}", sarif(summary))),
};

/// The SARIF document.
pub fn sarif(summary: &Summary) -> Value {
    let kinds: BTreeSet<Kind> = summary.findings.iter().map(|s| s.finding.kind).collect();
    let rules: Vec<Value> = kinds
        .iter()
        .map(|kind| json!({"id": kind, "shortDescription": {"text": kind.describe()}}))
        .collect();
    let results: Vec<Value> = summary.findings.iter().map(result).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "gadfly",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "results": results,
        }],
    })
}

fn result(shown: &crate::Shown) -> Value {
    let f = &shown.finding;
    json!({
        "ruleId": f.kind,
        "level": if f.priority == Priority::Low { "warning" } else { "error" },
        "message": {"text": f.sentence},
        "partialFingerprints": {"gadflyIdentity/v1": f.identity},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": format!("{}/findings/{}/case.smt2", shown.folder, f.id)},
            "region": {"startLine": 1},
        }}],
        "properties": {"solver": f.solver, "logic": f.logic, "status": f.status.name(),
                       "cause": f.cause},
    })
}
