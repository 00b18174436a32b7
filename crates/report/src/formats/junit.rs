//! A hunt as JUnit XML: a finding is a failed test, so that CI shows it.

use super::{Content, Format};
use crate::summary::Summary;
use gadfly_syntax::visible;
use maud::{PreEscaped, html};

pub(super) const FORMAT: Format = Format {
    name: "junit",
    about: "For CI: a finding is a failed test",
    file: None,
    content: Content::Findings(|summary, out| out.write_all(junit(summary).as_bytes())),
};

/// The XML document. Without findings it has one test, which passed.
pub fn junit(summary: &Summary) -> String {
    let failures = summary.findings.len();
    let time = format!("{:.3}", summary.seconds);
    let document = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites { "\n"
            testsuite name="gadfly hunt" tests=(failures.max(1)) failures=(failures) time=(time) { "\n"
                @if failures == 0 {
                    testcase classname="gadfly"
                        name={ (summary.tests()) " formulas without a finding" } {}
                    "\n"
                }
                @for shown in &summary.findings {
                    @let finding = &shown.finding;
                    testcase classname={ "gadfly." (finding.solver) } name=(finding.id) {
                        failure type=(finding.kind.to_string()) message=(finding.sentence) {
                            (shown.case)
                        }
                    }
                    "\n"
                }
            } "\n"
        } "\n"
    };
    visible(document.into_string())
}
