//! What is in doubt: shown apart, never among the findings.

use crate::escape::escape;
use crate::summary::Summary;

/// Doubts that the page lists.
const LISTED: usize = 40;

/// The section, where there are doubts.
pub(super) fn section(summary: &Summary) -> String {
    if summary.doubted == 0 {
        return String::new();
    }
    let rows: String = summary
        .doubts
        .iter()
        .take(LISTED)
        .map(|doubt| {
            format!(
                "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(&doubt.id),
                escape(&doubt.sentence),
                escape(&doubt.why)
            )
        })
        .collect();
    format!(
        "<section><h2>Doubts</h2><p>{} verdicts that nobody beside gadfly bears out, or that others \
         contradict. They are no findings; <code>doubts/</code> has what is needed to look into \
         them.</p><table><tr><th>id</th><th>what we would say</th><th>why it is a doubt</th></tr>\
         {rows}</table></section>",
        summary.doubted
    )
}
