//! `gadfly report`: one or several hunts as a page, Markdown, JUnit, SARIF, JSON, CSV or Parquet.

use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use clap::Args;
use gadfly_report::{Summary, junit, markdown, page, sarif, write_csv, write_parquet};
use gadfly_store::Store;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the report of one hunt, or of several merged into one
#[derive(Args)]
#[command(after_help = "Examples:
  gadfly report hunt                            writes hunt/report.html again
  gadfly report part1 part2 --out all.html      two machines' parts in one page
  gadfly report hunt --format junit --out gadfly.xml
  gadfly report hunt --format parquet --out runs.parquet")]
pub(crate) struct Report {
    /// Hunts' folders
    #[arg(required = true)]
    dirs: Vec<PathBuf>,
    /// The form
    #[arg(long, default_value = "html")]
    format: Format,
    /// Where to write it [default: report.html in the folder for a page, standard output else]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A self-contained page.
    Html,
    /// For a comment or a job's summary.
    Markdown,
    /// For CI.
    Junit,
    /// For code hosts.
    Sarif,
    /// All findings.
    Json,
    /// All runs, a line each.
    Csv,
    /// All runs, for notebooks.
    Parquet,
}

impl Report {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        if matches!(self.format, Format::Csv | Format::Parquet) {
            return self.runs(ui);
        }
        let summary = Summary::load(&self.dirs).map_err(Failure::new)?;
        if ui.json || self.format == Format::Json {
            return json(&summary, ui, self.out.as_deref());
        }
        let text = match self.format {
            Format::Markdown => markdown(&summary),
            Format::Junit => junit(&summary),
            Format::Sarif => format!("{:#}\n", sarif(&summary)),
            _ => page(&summary),
        };
        match (self.out, self.format) {
            (Some(path), _) => write(&path, &text, ui)?,
            (None, Format::Html) if self.dirs.len() == 1 => {
                write(&self.dirs[0].join("report.html"), &text, ui)?;
            }
            (None, Format::Html) => write(Path::new("report.html"), &text, ui)?,
            (None, _) => {
                let mut out = ui.out();
                out.write_all(text.as_bytes())?;
                out.flush()?;
            }
        }
        Ok(Exit::Done)
    }

    fn runs(&self, ui: &Ui) -> Result<Exit, Failure> {
        let stores = self.dirs.iter().map(|dir| Store::read(dir));
        let stores: Vec<Store> = stores.collect::<Result<_, _>>().map_err(Failure::new)?;
        let mut out: Box<dyn Write + Send> = match &self.out {
            Some(path) => {
                let file = std::fs::File::create(path)
                    .context(format!("cannot write {}", path.display()))?;
                Box::new(std::io::BufWriter::new(file))
            }
            None => Box::new(std::io::stdout()),
        };
        let counts = match self.format {
            Format::Parquet => write_parquet(&stores, &mut out),
            _ => write_csv(&stores, &mut out),
        };
        for (dir, count) in self.dirs.iter().zip(counts.map_err(Failure::new)?) {
            ui.say(format!("{count} runs of {}", dir.display()));
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

fn json(summary: &Summary, ui: &Ui, path: Option<&Path>) -> Result<Exit, Failure> {
    let mut out: Box<dyn Write> = match path {
        Some(path) => Box::new(
            std::fs::File::create(path).context(format!("cannot write {}", path.display()))?,
        ),
        None => Box::new(ui.out()),
    };
    for shown in &summary.findings {
        ui.json_line(&mut out, &shown.finding)?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn write(path: &Path, text: &str, ui: &Ui) -> Result<(), Failure> {
    std::fs::write(path, text).context(format!("cannot write {}", path.display()))?;
    ui.say(format!("wrote {}", path.display()));
    Ok(())
}
