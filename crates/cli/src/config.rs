//! `gadfly.toml`: options that stand in a file. The command line and the environment go first.

use crate::exit::{Context, Failure};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory};
use gadfly_profile::{Profiles, Spec};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::Value;

const FILE: &str = "gadfly.toml";

/// Options of all commands that may stand above the tables.
const FOR_ALL: [&str; 1] = ["catalog"];

/// The arguments that `gadfly.toml` adds for the chosen command.
pub(crate) fn arguments(matches: &ArgMatches) -> Result<Vec<OsString>, Failure> {
    let Some((name, chosen)) = matches.subcommand() else {
        return Ok(Vec::new());
    };
    let named = chosen.get_one::<PathBuf>("config");
    let path = named.map_or(Path::new(FILE), PathBuf::as_path);
    if named.is_none() && !path.exists() {
        return Ok(Vec::new());
    }
    let text = crate::paths::read_text(path)?;
    let table: toml::Table = text
        .parse()
        .context(format!("{} is not well-formed", path.display()))?;
    from_table(&table, name, chosen)
}

/// A file that merely lies in the current folder, perhaps in a checkout of somebody else's, must
/// not choose what is run: only a word of the user does that.
///
/// Which words are solvers' names depends on the catalogue, so it is loaded before.
pub(crate) fn must_name_no_program(added: &[OsString]) -> Result<(), Failure> {
    for argument in added {
        let argument = argument.to_string_lossy();
        let option = argument.split('=').next().unwrap_or_default();
        if ["--allow-write", "--allow-network"].contains(&option) {
            return Err(Failure::new(format!(
                "{FILE} in the current folder allows solvers more than to compute: {argument}; say \
                 `--config {FILE}` if you trust that file, or give {option} on the command line"
            )));
        }
        let Some((option, value)) = argument.split_once('=') else {
            continue;
        };
        let profiles = Profiles::builtin();
        let runs = match option {
            "--check" | "--build" | "--on-finding" => true,
            "--solver" | "--reference" | "--candidate" => {
                matches!(Spec::parse(value, profiles), Ok(Spec::Command(_)))
            }
            _ => false,
        };
        if runs {
            return Err(Failure::new(format!(
                "{FILE} in the current folder names a program to run: {option} '{value}'; say \
                 `--config {FILE}` if you trust that file, or give {option} on the command line"
            )));
        }
    }
    Ok(())
}

fn from_table(
    table: &toml::Table,
    name: &str,
    chosen: &ArgMatches,
) -> Result<Vec<OsString>, Failure> {
    let command = crate::Cli::command();
    let mut added = Vec::new();
    for (key, value) in table {
        if FOR_ALL.contains(&key.as_str()) {
            // A table's own setting goes first.
            let own = table.get(name).and_then(Value::as_table);
            if !is_given(chosen, key) && own.is_none_or(|own| !own.contains_key(key)) {
                push(&mut added, key, value)?;
            }
            continue;
        }
        if command.find_subcommand(key).is_none() {
            return Err(Failure::new(format!(
                "{FILE}: there is no command `{key}`; a table is named after a command, as in `[hunt]`"
            )));
        }
    }
    let Some(settings) = table.get(name) else {
        return Ok(added);
    };
    let settings = settings
        .as_table()
        .ok_or_else(|| Failure::new(format!("{FILE}: `{name}` must be a table, `[{name}]`")))?;
    let subcommand = command
        .find_subcommand(name)
        .ok_or_else(|| Failure::new("no command"))?;
    for (key, value) in settings {
        let argument = subcommand
            .get_arguments()
            .chain(command.get_arguments())
            .find(|argument| argument.get_long() == Some(key))
            .ok_or_else(|| {
                Failure::new(format!("{FILE}: `gadfly {name}` has no option `--{key}`"))
            })?;
        if !is_given(chosen, argument.get_id().as_str())
            && !is_ruled_out(subcommand, argument, chosen)
        {
            push(&mut added, key, value)?;
        }
    }
    Ok(added)
}

/// Whether an option stands on the command line or in the environment.
fn is_given(chosen: &ArgMatches, id: &str) -> bool {
    chosen.try_contains_id(id).unwrap_or(false)
        && matches!(
            chosen.value_source(id),
            Some(ValueSource::CommandLine | ValueSource::EnvVariable)
        )
}

/// Whether an option that was given excludes this one: the command line goes first.
fn is_ruled_out(command: &Command, argument: &Arg, chosen: &ArgMatches) -> bool {
    let mut given = command
        .get_arguments()
        .filter(|other| is_given(chosen, other.get_id().as_str()));
    given.any(|other| {
        let excluded = command.get_arg_conflicts_with(other);
        excluded.iter().any(|of| of.get_id() == argument.get_id())
    })
}

fn push(added: &mut Vec<OsString>, key: &str, value: &Value) -> Result<(), Failure> {
    match value {
        Value::Boolean(true) => added.push(format!("--{key}").into()),
        Value::Boolean(false) => {}
        Value::String(text) => added.push(format!("--{key}={text}").into()),
        Value::Integer(number) => added.push(format!("--{key}={number}").into()),
        Value::Float(number) => added.push(format!("--{key}={number}").into()),
        Value::Array(items) => {
            for item in items {
                push(added, key, item)?;
            }
        }
        _ => {
            return Err(Failure::new(format!(
                "{FILE}: `{key}` must be a string, a number, true, false or a list of these"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(arguments: &[&str], toml: &str) -> Result<Vec<OsString>, Failure> {
        let matches = crate::Cli::command()
            .try_get_matches_from(arguments)
            .unwrap();
        let (name, chosen) = matches.subcommand().unwrap();
        from_table(&toml.parse().unwrap(), name, chosen)
    }

    #[test]
    fn a_setting_becomes_an_argument_unless_it_was_given() {
        let toml = "[completions]\nlog = \"debug\"\nquiet = true\njson = false";
        assert_eq!(
            added(&["gadfly", "completions", "bash"], toml).unwrap(),
            ["--log=debug", "--quiet"]
        );
        assert_eq!(
            added(&["gadfly", "completions", "bash", "--log", "info"], toml).unwrap(),
            ["--quiet"]
        );
        assert!(
            added(&["gadfly", "completions", "bash"], "")
                .unwrap()
                .is_empty()
        );
    }

    #[test]
    fn the_catalogue_stands_above_the_tables() {
        let toml = "catalog = \"mine\"\n[completions]\nquiet = true";
        assert_eq!(
            added(&["gadfly", "completions", "bash"], toml).unwrap(),
            ["--catalog=mine", "--quiet"]
        );
        let given = ["gadfly", "completions", "bash", "--catalog", "other"];
        assert_eq!(added(&given, toml).unwrap(), ["--quiet"]);
        let own = "catalog = \"mine\"\n[completions]\ncatalog = \"its\"";
        assert_eq!(
            added(&["gadfly", "completions", "bash"], own).unwrap(),
            ["--catalog=its"]
        );
    }

    #[test]
    fn what_the_command_line_rules_out_is_passed_over() {
        let toml = "[hunt]\nseed = 7\ntimeout = \"5s\"\njobs = 3";
        let resumed = ["gadfly", "hunt", "--resume", "hunt"];
        assert_eq!(added(&resumed, toml).unwrap(), ["--jobs=3"]);
        let new = added(&["gadfly", "hunt"], toml).unwrap();
        assert_eq!(new, ["--jobs=3", "--seed=7", "--timeout=5s"]);
    }

    #[test]
    fn a_folders_own_file_names_no_program() {
        gadfly_testkit::catalog();
        let problem = |toml: &str| {
            let added = added(&["gadfly", "hunt"], toml).unwrap();
            let failure = must_name_no_program(&added).err();
            failure.map(|failure| failure.problems()[0].clone())
        };
        for toml in [
            "[hunt]\nsolver = \"./build/z3 -in\"",
            "[hunt]\nreference = [\"z3@4.8.7\", \"/tmp/evil\"]",
        ] {
            let problem = problem(toml).expect("it is refused");
            assert!(problem.contains("--config gadfly.toml"), "{problem}");
        }
        let harmless =
            "[hunt]\nsolver = [\"z3@5.4.0 smt.arith.solver=2\", \"cvc5\"]\ntime = \"5m\"";
        assert_eq!(problem(harmless), None);
        assert!(must_name_no_program(&["--check=rm".into()]).is_err());
    }

    #[test]
    fn what_does_not_exist_is_said() {
        let problem = |toml| {
            added(&["gadfly", "completions", "bash"], toml)
                .unwrap_err()
                .problems()[0]
                .clone()
        };
        assert!(problem("[hnt]\n").contains("no command `hnt`"));
        assert!(problem("[completions]\ncolour = 1").contains("no option `--colour`"));
    }
}
