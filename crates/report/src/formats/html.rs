//! A self-contained page.

use super::{Content, Format};
use crate::page::page;

pub(super) const FORMAT: Format = Format {
    name: "html",
    about: "A self-contained page",
    file: Some("report.html"),
    content: Content::Findings(|summary, out| out.write_all(page(summary).as_bytes())),
};
