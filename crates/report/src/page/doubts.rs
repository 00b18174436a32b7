//! What is in doubt: shown apart, never among the findings.

use crate::html::{self, Section};
use crate::summary::Summary;
use maud::html;

/// Doubts that the page lists.
const LISTED: usize = 40;

/// The section, where there are doubts.
pub(super) fn section(summary: &Summary) -> Option<Section> {
    if summary.doubted == 0 {
        return None;
    }
    let rows = html! {
        thead { tr {
            th scope="col" { "id" }
            th scope="col" { "what we would say" }
            th scope="col" { "why it is a doubt" }
        } }
        @for doubt in summary.doubts.iter().take(LISTED) {
            tr { th scope="row" { (doubt.id) } td { (doubt.sentence) } td { (doubt.why) } }
        }
    };
    let body = html! {
        div.card {
            p {
                (summary.doubted) " verdicts that nobody beside gadfly bears out, or that others \
                contradict. They are no findings; " code { "doubts/" } " has what is needed to look into \
                them."
            }
            (html::listing("Doubts", &rows))
        }
    };
    Some(html::section("Doubts", &body))
}
