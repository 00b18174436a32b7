//! All findings as JSON, a line each.

use super::{Content, Format};
use crate::summary::Summary;
use gadfly_store::Finding;
use serde::Serialize;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "json",
    about: "All findings, an object a line",
    file: None,
    content: Content::Findings(write),
};

/// A finding that says by what schema it is read.
#[derive(Serialize)]
struct Line<'a> {
    schema: &'static str,
    #[serde(flatten)]
    finding: &'a Finding,
}

fn write(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    for shown in &summary.findings {
        let line = Line {
            schema: "finding/1",
            finding: &shown.finding,
        };
        serde_json::to_writer(&mut *out, &line)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
