//! `gadfly report`: one or several hunts as a page, or in any other form that there is.

use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gadfly_report::{
    Content, FORMATS, Format, RunsError, Summary, WriteFindings, WriteRuns, seen_from,
};
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
    #[arg(long, default_value = "html", value_parser = format_parser())]
    format: &'static Format,
    /// Where to write it [default: report.html in the folder for a page, standard output else]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Takes the name of a form; the help says what each is.
fn format_parser() -> impl TypedValueParser<Value = &'static Format> {
    let value = |format: &Format| PossibleValue::new(format.name).help(format.about);
    PossibleValuesParser::new(FORMATS.iter().map(value))
        .try_map(|name| Format::named(&name).ok_or("there is no such form"))
}

/// The folder of a file that may not be there yet.
fn folder_of(file: &Path) -> Option<&Path> {
    match file.parent() {
        Some(none) if none.as_os_str().is_empty() => Some(Path::new(".")),
        folder => folder,
    }
}

impl Report {
    pub(crate) fn run(mut self, ui: &Ui) -> Result<Exit, Failure> {
        // `--json` means the same everywhere: what was found, an object a line.
        let json = Format::named("json").filter(|_| ui.json);
        if let (Some(json), Content::Findings(_)) = (json, self.format.content) {
            self.format = json;
        }
        match self.format.content {
            Content::Runs(write) => self.runs(write, ui)?,
            Content::Findings(write) => self.findings(write, ui)?,
        }
        Ok(Exit::Done)
    }

    fn findings(&self, write: WriteFindings, ui: &Ui) -> Result<(), Failure> {
        let mut summary = Summary::load(&self.dirs).map_err(Failure::new)?;
        let path = match (&self.out, self.format.file, &self.dirs[..]) {
            (Some(path), _, _) => Some(path.clone()),
            (None, Some(file), [dir]) => Some(dir.join(file)),
            (None, Some(file), _) => Some(PathBuf::from(file)),
            (None, None, _) => None,
        };
        if let Some(folder) = path.as_deref().and_then(folder_of) {
            summary.files_at(|hunt| seen_from(folder, Path::new(hunt)));
        }
        let mut text = Vec::new();
        write(&summary, &mut text)?;
        let Some(path) = path else {
            let mut out = ui.out();
            out.write_all(&text)?;
            return Ok(out.flush()?);
        };
        std::fs::write(&path, text).context(format!("cannot write {}", path.display()))?;
        ui.say(format!("wrote {}", path.display()));
        Ok(())
    }

    fn runs(&self, write: WriteRuns, ui: &Ui) -> Result<(), Failure> {
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
        let counts = write(&stores, &mut out).map_err(|error| match error {
            // The reader went away, as `head` does.
            RunsError::Write(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                Failure::from(error)
            }
            error => Failure::new(error),
        })?;
        for (dir, count) in self.dirs.iter().zip(counts) {
            ui.say(format!("{count} runs of {}", dir.display()));
        }
        Ok(out.flush()?)
    }
}
