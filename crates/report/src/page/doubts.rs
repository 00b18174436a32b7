//! What is in doubt: shown apart, never among the findings.

use crate::html;
use crate::summary::Summary;
use maud::{Markup, html};

/// Doubts that the page lists.
const LISTED: usize = 40;

/// The section, where there are doubts.
pub(super) fn section(summary: &Summary) -> Markup {
    if summary.doubted == 0 {
        return html! {};
    }
    let body = html! {
        p {
            (summary.doubted) " verdicts that nobody beside gadfly bears out, or that others \
            contradict. They are no findings; " code { "doubts/" } " has what is needed to look into \
            them."
        }
        div.scroll {
            table {
                thead { tr { th { "id" } th { "what we would say" } th { "why it is a doubt" } } }
                @for doubt in summary.doubts.iter().take(LISTED) {
                    tr { td { (doubt.id) } td { (doubt.sentence) } td { (doubt.why) } }
                }
            }
        }
    };
    html::section("Doubts", &body)
}
