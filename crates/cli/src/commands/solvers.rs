//! `gadfly solvers`: what is on this machine, what can be installed, and whether it works.

mod add;
mod build;
mod families;

use crate::exit::{Context, Exit, Failure};
use crate::isolation::{self, Allow};
use crate::options::RunLimits;
use crate::ui::Ui;
use clap::{Args, Subcommand};
use gadfly_exec::{Isolation, Limits};
use gadfly_install::{
    Checkup, Health, InstallError, Installed, Installer, Step, Transcript, examine, forget_solver,
};
use gadfly_profile::{Home, Profiles, Release, join_words};
use gadfly_solver::{Options, Resolver};
use serde_json::json;
use std::io::Write;
use std::sync::OnceLock;

/// Solvers on this machine: list, install, build, remove, check
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Solvers {
    #[command(subcommand)]
    action: Action,
}

const EXAMPLES: &str = "\
Examples:
  gadfly solvers install z3 cvc5            the newest releases
  gadfly solvers install 'z3@4.8.5..4.8.12' a range of releases
  gadfly solvers available z3               what there is
  gadfly solvers build z3 --flavour asan    from its sources, with a sanitizer
  gadfly solvers add mine ./my-solver       by asking it what it can do
  gadfly solvers doctor                     whether all of them work";

#[derive(Subcommand)]
enum Action {
    /// Solvers that are installed
    List {
        /// All families that are known by name instead, with where they come from
        #[arg(long)]
        families: bool,
    },
    /// Releases that can be installed
    Available {
        /// Only these families
        families: Vec<String>,
        /// Other packages, too: the distribution's, or with other parts, such as `4.8.12+debian`
        #[arg(long)]
        all: bool,
    },
    /// Install releases, from the packages of pip, the distribution or Rust
    Install {
        /// `z3`, `z3@4.8.7`, `z3@4.8.5..4.8.12`, `z3@*`
        #[arg(required = true, value_name = "SPEC")]
        specs: Vec<String>,
        /// How many are downloaded at once
        #[arg(long, short, value_name = "J", default_value_t = 4)]
        jobs: usize,
    },
    Build(build::Build),
    Add(add::Add),
    /// Try solvers on a small battery and say what works
    Doctor {
        /// Solvers; all that are installed by default
        #[arg(value_name = "SPEC")]
        specs: Vec<String>,
        /// The profile of whole commands, instead of a guess from their names
        #[arg(long, value_name = "NAME")]
        profile: Option<String>,
        #[command(flatten)]
        allow: Allow,
    },
    /// Record a run as a transcript with today's reading, for a profile's tests
    Record {
        /// The script: a file, a finding of a hunt as DIR/ID, or - for standard input
        #[arg(value_name = "FILE|DIR/ID")]
        file: std::path::PathBuf,
        /// The solver
        #[arg(long, value_name = "SPEC")]
        solver: String,
        /// What it shows
        #[arg(long, default_value = "")]
        about: String,
        #[command(flatten)]
        limits: RunLimits,
    },
    /// Remove installed releases, and solvers that were added
    Remove {
        /// `z3@4.8.7`, `z3@*`, or the name of an added solver
        #[arg(required = true, value_name = "SPEC")]
        specs: Vec<String>,
    },
}

impl Solvers {
    /// Does what was asked.
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        match self.action {
            Action::List { families: true } => families::list(ui),
            Action::List { families: false } => list(ui),
            Action::Available { families, all } => available(ui, families, all),
            Action::Install { specs, jobs } => install(ui, &specs, jobs),
            Action::Build(build) => build.run(ui),
            Action::Add(add) => add.run(ui),
            Action::Doctor {
                specs,
                profile,
                allow,
            } => {
                allow.apply()?;
                doctor(ui, specs, profile)
            }
            Action::Record {
                file,
                solver,
                about,
                limits,
            } => record(ui, &file, &solver, &about, limits.limits()),
            Action::Remove { specs } => remove(ui, &specs),
        }
    }
}

fn list(ui: &Ui) -> Result<Exit, Failure> {
    let home = Home::from_env();
    let mut out = ui.out();
    let all = Profiles::builtin()
        .iter()
        .flat_map(|p| home.installed(&p.name));
    let releases: Vec<Release> = all.collect();
    for release in &releases {
        if ui.json {
            let line = json!({
                "solver": format!("{}@{}", release.family, release.version),
                "family": release.family,
                "version": release.version.to_string(),
                "kind": release.kind,
                "path": release.program(),
                "wheel": release.wheel,
                "sha256": release.sha256,
            });
            ui.json_line(&mut out, "solvers-release/1", &line)?;
        } else {
            let name = format!("{}@{}", release.family, release.version);
            writeln!(out, "{name:16} {}", release.program().display())?;
        }
    }
    let added = list_added(ui, &mut out, &home)?;
    out.flush()?;
    if releases.is_empty() && !added {
        ui.say("no solver is installed; run `gadfly solvers install z3 cvc5`");
    }
    Ok(Exit::Done)
}

/// Solvers that the user added, each with its command; whether there are any.
fn list_added(ui: &Ui, out: &mut impl Write, home: &Home) -> Result<bool, Failure> {
    let names = Profiles::builtin().iter().map(|profile| &profile.name);
    let added = names.filter_map(|name| Some((name, home.added(name)?)));
    let added: Vec<_> = added.collect();
    for (name, command) in &added {
        let command = join_words(command);
        if ui.json {
            let line = json!({"solver": name, "command": command});
            ui.json_line(out, "solvers-added/1", &line)?;
        } else {
            writeln!(out, "{name:16} {command}")?;
        }
    }
    Ok(!added.is_empty())
}

fn available(ui: &Ui, families: Vec<String>, all: bool) -> Result<Exit, Failure> {
    let home = Home::from_env();
    let installer = Installer::new(home.clone());
    let families = if families.is_empty() {
        installer.families().iter().map(|f| f.to_string()).collect()
    } else {
        families
    };
    let mut out = ui.out();
    for family in families {
        let releases = installer.available(&family, all).map_err(Failure::new)?;
        let mark = |a: &gadfly_install::Available| home.release(&family, &a.version).is_some();
        if ui.json {
            for a in &releases {
                let line = json!({
                    "solver": format!("{family}@{}", a.version),
                    "family": family,
                    "version": a.version.to_string(),
                    "package_version": a.package_version,
                    "installed": mark(a),
                });
                ui.json_line(&mut out, "solvers-available/1", &line)?;
            }
        } else {
            let names: Vec<_> = releases
                .iter()
                .map(|a| format!("{}{}", a.version, if mark(a) { "*" } else { "" }))
                .collect();
            writeln!(
                out,
                "{family} ({} releases, * installed): {}",
                names.len(),
                names.join(" ")
            )?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn install(ui: &Ui, specs: &[String], jobs: usize) -> Result<Exit, Failure> {
    let installer = Installer::new(Home::from_env());
    let bar = OnceLock::new();
    let progress = |step: Step| match step {
        Step::Chosen(total) => {
            bar.get_or_init(|| ui.progress(total as u64, "installing"));
        }
        Step::Started(_) => {}
        Step::Finished(_) => {
            if let Some(bar) = bar.get() {
                bar.inc(1);
            }
        }
    };
    let results = installer
        .install(specs, jobs, &progress)
        .map_err(Failure::new)?;
    if let Some(bar) = bar.get() {
        bar.finish();
    }
    report_installed(ui, &results)
}

fn report_installed(ui: &Ui, results: &[(String, Installed)]) -> Result<Exit, Failure> {
    let mut out = ui.out();
    let mut exit = Exit::Done;
    for (name, installed) in results {
        let (state, text) = match installed {
            Installed::New(release) => ("installed", release.program().display().to_string()),
            Installed::Before(release) => ("present", release.program().display().to_string()),
            Installed::Failed(error) => {
                exit = Exit::Failed;
                eprintln!("error: {name}: {error}");
                ("failed", error.to_string())
            }
        };
        if ui.json {
            ui.json_line(
                &mut out,
                "solvers-change/1",
                &json!({"solver": name, "state": state, "detail": text}),
            )?;
        } else if state != "failed" {
            writeln!(out, "{name:16} {state:10} {text}")?;
        }
    }
    out.flush()?;
    Ok(exit)
}

fn remove(ui: &Ui, specs: &[String]) -> Result<Exit, Failure> {
    let installer = Installer::new(Home::from_env());
    let mut out = ui.out();
    let home = Home::from_env();
    for spec in specs {
        let removed = if forget_solver(&home, spec).context(format!("cannot forget {spec}"))? {
            vec![spec.clone()]
        } else {
            let removed = installer.remove(spec);
            removed.map_err(|e: InstallError| Failure::new(e))?
        };
        for name in removed {
            if ui.json {
                ui.json_line(
                    &mut out,
                    "solvers-change/1",
                    &json!({"solver": name, "state": "removed"}),
                )?;
            } else {
                writeln!(out, "{name:16} removed")?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn doctor(ui: &Ui, specs: Vec<String>, profile: Option<String>) -> Result<Exit, Failure> {
    let home = Home::from_env();
    let specs = if specs.is_empty() {
        installed_specs(&home)
    } else {
        specs
    };
    if specs.is_empty() {
        return Err(Failure::new(
            "no solver is installed; run `gadfly solvers install z3 cvc5`, or name one",
        ));
    }
    let solvers = Resolver::new(home)
        .with_profile(profile)
        .all(&specs)
        .map_err(Failure::new)?;
    let isolation = gadfly_exec::isolation().map_err(Failure::new)?;
    let mut out = ui.out();
    let mut healthy = true;
    for solver in &solvers {
        let checkup = examine(solver);
        healthy &= checkup.is_healthy();
        print_checkup(ui, &mut out, &checkup, &isolation)?;
        out.flush()?;
    }
    if !ui.json {
        isolation::print(&mut out, &isolation)?;
        out.flush()?;
    }
    Ok(if healthy { Exit::Done } else { Exit::Failed })
}

fn installed_specs(home: &Home) -> Vec<String> {
    let families = Profiles::builtin().iter();
    let releases = families.flat_map(|profile| home.installed(&profile.name));
    releases
        .map(|release| format!("{}@{}", release.family, release.version))
        .collect()
}

fn print_checkup(
    ui: &Ui,
    out: &mut impl Write,
    checkup: &Checkup,
    isolation: &Isolation,
) -> Result<(), Failure> {
    let word = |h: &Health| match h {
        Health::Good => "works",
        Health::Absent => "absent",
        Health::Bad => "BROKEN",
    };
    if ui.json {
        let findings: Vec<_> = checkup
            .findings
            .iter()
            .map(|f| json!({"name": f.name, "health": word(&f.health).to_lowercase(), "words": f.words}))
            .collect();
        let line = json!({
            "solver": checkup.spec,
            "healthy": checkup.is_healthy(),
            "command": checkup.command,
            "findings": findings,
            "isolation": isolation::json(isolation),
        });
        ui.json_line(out, "solvers-doctor/1", &line)?;
        return Ok(());
    }
    writeln!(
        out,
        "{} ({})",
        checkup.spec,
        if checkup.is_healthy() {
            "healthy"
        } else {
            "BROKEN"
        }
    )?;
    writeln!(out, "  runs         {}", checkup.command.join(" "))?;
    for finding in &checkup.findings {
        let mark = match finding.health {
            Health::Good => "+",
            Health::Absent => "-",
            Health::Bad => "!",
        };
        writeln!(out, "{mark} {:12} {}", finding.name, finding.words)?;
    }
    if !checkup.is_healthy() {
        eprintln!(
            "error: {}: something does not work; the lines with ! say what",
            checkup.spec
        );
    }
    Ok(())
}

fn record(
    ui: &Ui,
    file: &std::path::Path,
    spec: &str,
    about: &str,
    limits: Limits,
) -> Result<Exit, Failure> {
    let script = crate::case::script(file)?.text()?;
    let solvers = Resolver::new(Home::from_env())
        .one(spec)
        .map_err(Failure::new)?;
    let mut out = ui.out();
    for solver in solvers {
        let run = solver.run_fresh(
            &script,
            &Options {
                limits,
                ..Options::default()
            },
        );
        let transcript = Transcript::record(&run, &script, about);
        let text = toml::to_string_pretty(&transcript).context("cannot write the transcript")?;
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
