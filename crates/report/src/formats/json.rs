//! All findings as JSON, a line each.

use super::{Content, Format};
use crate::summary::Summary;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "json",
    about: "All findings, an object a line",
    file: None,
    content: Content::Findings(write),
};

fn write(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    for shown in &summary.findings {
        serde_json::to_writer(&mut *out, &shown.finding)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
