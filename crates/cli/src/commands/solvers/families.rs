//! `gadfly solvers list --families`: whom gadfly knows by name, where they come from, and whose profile nobody
//! has seen at work.

use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use gadfly_profile::{Home, Package, Profile, Profiles, Registry};
use serde_json::json;
use std::io::Write;

/// Lists all families but the one that stands for any solver.
pub(super) fn list(ui: &Ui) -> Result<Exit, Failure> {
    let home = Home::from_env();
    let mut out = ui.out();
    let families = Profiles::builtin().iter();
    for profile in families.filter(|profile| profile.name != "generic") {
        let installed = home.installed(&profile.name);
        let installed: Vec<String> = installed.iter().map(|it| it.version.to_string()).collect();
        if ui.json {
            let line = json!({
                "family": profile.name,
                "about": profile.about,
                "packages": profile.packages().map(source).collect::<Vec<_>>(),
                "installed": installed,
                "unverified": profile.unverified,
            });
            ui.json_line(&mut out, "solvers-family/1", &line)?;
        } else {
            writeln!(out, "{:12} {}", profile.name, profile.about)?;
            writeln!(out, "{:12} {}", "", origin(profile))?;
            if let Some(rests_on) = &profile.unverified {
                writeln!(
                    out,
                    "{:12} unverified: the profile is written from {rests_on}",
                    ""
                )?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Where it comes from, for people.
fn origin(profile: &Profile) -> String {
    let sources: Vec<String> = profile.packages().map(source).collect();
    match sources.is_empty() {
        true => "no package: have it on PATH, or give its command".to_owned(),
        false => format!("from {}", sources.join(", ")),
    }
}

/// A package: `pip: z3-solver`, `Debian: z3 (+debian)`.
fn source(package: &Package) -> String {
    let registry = match package.registry {
        Registry::Pip => "pip",
        Registry::Debian => "Debian",
        Registry::Crates => "crates",
    };
    let flavour = package.flavour.as_ref();
    let flavour = flavour.map_or(String::new(), |flavour| format!(" (+{flavour})"));
    format!("{registry}: {}{flavour}", package.name)
}
