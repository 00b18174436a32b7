//! A hunt as JUnit XML: a finding is a failed test, so that CI shows it.

use crate::escape::escape;
use crate::summary::Summary;
use std::fmt::Write;

/// The XML document. Without findings it has one test, which passed.
pub fn junit(summary: &Summary) -> String {
    let failures = summary.findings.len();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\
         <testsuite name=\"gadfly hunt\" tests=\"{}\" failures=\"{failures}\" time=\"{:.3}\">\n",
        failures.max(1),
        summary.seconds
    );
    if failures == 0 {
        let _ = writeln!(
            out,
            "<testcase classname=\"gadfly\" name=\"{} formulas without a finding\"/>",
            summary.tests()
        );
    }
    for shown in &summary.findings {
        let f = &shown.finding;
        let _ = writeln!(
            out,
            "<testcase classname=\"gadfly.{}\" name=\"{}\"><failure type=\"{}\" message=\"{}\">{}\
             </failure></testcase>",
            escape(&f.solver),
            escape(&f.id),
            escape(f.kind.name()),
            escape(&f.sentence),
            escape(&shown.case)
        );
    }
    out.push_str("</testsuite>\n</testsuites>\n");
    out
}
