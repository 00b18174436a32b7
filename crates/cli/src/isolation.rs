//! What solvers may do beyond computing, and what of it is in force here.

use crate::exit::Failure;
use clap::Args;
use gadfly_exec::{Allowed, Isolation};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

/// What solvers are allowed; all commands that run them take these.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Isolation of solvers (docs/guide/isolation.md)")]
pub(crate) struct Allow {
    /// Let solvers write to this folder, beside their private ones (repeatable)
    #[arg(long, value_name = "DIR")]
    allow_write: Vec<PathBuf>,
    /// Let solvers use the network
    #[arg(long)]
    allow_network: bool,
}

impl Allow {
    /// The same as options of another command.
    pub(crate) fn words(&self) -> Vec<String> {
        let write = |path| format!("--allow-write={}", absolute(path).display());
        let writes = self.allow_write.iter().map(write);
        let network = self.allow_network.then(|| "--allow-network".to_string());
        writes.chain(network).collect()
    }

    /// Holds for all solvers that are started from now on.
    pub(crate) fn apply(&self) -> Result<(), Failure> {
        for path in &self.allow_write {
            if !path.exists() {
                let path = path.display();
                return Err(Failure::usage(format!(
                    "--allow-write {path}: no such folder"
                )));
            }
        }
        gadfly_exec::allow(Allowed {
            writes: self.allow_write.iter().map(absolute).collect(),
            network: self.allow_network,
        });
        Ok(())
    }
}

/// Solvers run in a folder of their own.
fn absolute(path: &PathBuf) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.clone())
}

/// A kind of isolation: its name, whether it is in force, what that means, and what else holds.
type Line = (&'static str, bool, &'static str, &'static str);

fn lines(found: &Isolation) -> [Line; 7] {
    [
        (
            "limits",
            found.limits,
            "hard, from the first instruction on; memory and CPU time of all processes together",
            "can be raised by the solver",
        ),
        (
            "session",
            found.session,
            "of its own, without a terminal",
            "ours, with our terminal",
        ),
        (
            "privileges",
            found.no_new_privs,
            "none to be gained",
            "may be gained by programs that have them",
        ),
        (
            "descriptors",
            found.descriptors,
            "standard ones only",
            "some of ours",
        ),
        (
            "writes",
            found.writes,
            "to its private folder only",
            "wherever the user may",
        ),
        ("network", found.network(), "no TCP", "as the user has it"),
        (
            "signals",
            found.signals,
            "to its own processes only",
            "to all processes of the user",
        ),
    ]
}

/// Says which kinds of isolation are in force.
pub(crate) fn print(out: &mut impl Write, found: &Isolation) -> io::Result<()> {
    let landlock = match found.landlock {
        0 => "the kernel has no Landlock".to_string(),
        version => format!("Landlock {version}"),
    };
    writeln!(
        out,
        "isolation of solvers ({landlock}; cgroups are not used)"
    )?;
    for (name, in_force, then, otherwise) in lines(found) {
        let (mark, words) = if in_force {
            ("+", then)
        } else {
            ("-", otherwise)
        };
        writeln!(out, "{mark} {name:12} {words}")?;
    }
    Ok(())
}

/// The same as JSON.
pub(crate) fn json(found: &Isolation) -> Value {
    let mut object = json!({"landlock": found.landlock});
    for (name, in_force, ..) in lines(found) {
        object[name] = in_force.into();
    }
    object
}
