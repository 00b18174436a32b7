//! How someone else runs the same release: with pip and a shell, and nothing of gadfly.

use crate::pins::pinned;
use crate::profile::CVC5_HOST;
use crate::profiles::Profiles;
use crate::shell::shell_word;

/// A driver for cvc5's Python module: options, then the file.
const CVC5_DRIVER: &str = r#"import sys, cvc5
*options, file = sys.argv[1:]
solver = cvc5.Solver()
language = cvc5.InputLanguage.SMT_LIB_2_6
for option in options:
    name, _, value = option.lstrip("-").partition("=")
    if name == "lang" and value.startswith("sygus"):
        language, name, value = cvc5.InputLanguage.SYGUS_2_1, "sygus", "true"
    off = name.startswith("no-") and not value
    solver.setOption(name[3:] if off else name, "false" if off else value or "true")
symbols = cvc5.SymbolManager(solver)
parser = cvc5.InputParser(solver, symbols)
parser.setFileInput(language, file)
command = parser.nextCommand()
while not command.isNull():
    print(command.invoke(solver, symbols), end="", flush=True)
    command = parser.nextCommand()
"#;

/// A driver for bitwuzla's Python module: options, then the file.
const BITWUZLA_DRIVER: &str = r#"import sys, bitwuzla
*words, file = sys.argv[1:]
options = bitwuzla.Options()
if words:
    options.set_args(*words)
bitwuzla.Parser(bitwuzla.TermManager(), options).parse(file, False, True)
"#;

/// Shell lines that fetch a release with pip and run it on the file `$case` as `command` did.
/// `None` where the command is no release that pip has.
pub fn from_pip(family: &str, version: &str, command: &[String]) -> Option<String> {
    if version.contains('+') {
        return None;
    }
    let (driver, args) = driver_of(command).or_else(|| program_of(family, version, command))?;
    let profile = Profiles::builtin().get(family)?;
    let package = &profile.package.as_ref()?.name;
    let words: String = args.iter().map(|a| format!(" {}", shell_word(a))).collect();
    // A folder that nobody else can have made, and files with the digests that we know.
    let setup = format!(
        "folder=$(mktemp -d) || exit 1\n\
         trap 'rm -rf \"$folder\"' EXIT\n\
         cat > \"$folder/requirements\" <<'END'\n{}END\n\
         python3 -m venv \"$folder/venv\" &&\n\
         \"$folder/venv/bin/pip\" install -q --no-deps --only-binary :all: -r \"$folder/requirements\" || exit 1\n",
        requirement(package, version)
    );
    let run = match driver {
        Driver::Program(name) => {
            format!(
                "\"$folder/venv/bin/\"{}{words} < \"$case\"\n",
                shell_word(&name)
            )
        }
        Driver::Python(text) => {
            format!("\"$folder/venv/bin/python\" -{words} \"$case\" <<'PYTHON'\n{text}PYTHON\n")
        }
    };
    // Another build of the solver: SOLVER=path/to/it.
    Some(format!(
        "if [ -n \"$SOLVER\" ]; then\n\"$SOLVER\"{words} < \"$case\"\nelse\n{setup}{run}fi\n"
    ))
}

/// What a developer types to see the same: the solver's own program by its name, and where the release
/// comes from. A command that is no release of ours stays as it was given.
pub fn typed(family: &str, version: &str, command: &[String], file: &str) -> String {
    let (release, flavour) = version.split_once('+').unwrap_or((version, ""));
    let (name, args, hosted) = match driver_of(command) {
        Some((_, args)) => (family.to_owned(), args, true),
        None => match program_of(family, version, command) {
            Some((Driver::Program(name), args)) => (name, args, false),
            _ => {
                let words: Vec<_> = command.iter().map(|word| shell_word(word)).collect();
                return format!("{} < {file}", words.join(" "));
            }
        },
    };
    // What makes a program read its standard input is not needed for a file.
    let args = args.iter().filter(|word| *word != "-in");
    let words: Vec<_> = args.map(|word| shell_word(word)).collect();
    let package = Profiles::builtin().get(family).and_then(|profile| {
        let package = profile.package.as_ref()?;
        let exact = pinned(&package.name, release)
            .first()
            .map(|it| it.0.clone());
        Some((package.name.clone(), exact.unwrap_or(release.to_owned())))
    });
    let source = match (package, flavour) {
        (_, flavour) if !flavour.is_empty() => {
            format!("# {family} {release}, built with --flavour {flavour}\n")
        }
        // The package has the library, and no program.
        _ if hosted => format!("# {family} {release}; through its Python module: sh repro.sh\n"),
        (Some((package, exact)), _) => format!("# pip install {package}=={exact}\n"),
        (None, _) => String::new(),
    };
    let line = [&[name][..], &words, &[file.to_owned()]].concat().join(" ");
    format!("{source}{line}")
}

/// A line of a requirements file: the release by the digests of its files, where they are known.
fn requirement(package: &str, version: &str) -> String {
    let known = pinned(package, version);
    let Some((exact, _)) = known.first() else {
        return format!("{package}=={version}.*\n");
    };
    let hash = |(_, digest): &(String, String)| format!(" --hash=sha256:{digest}");
    let hashes: String = known.iter().filter(|k| k.0 == *exact).map(hash).collect();
    format!("{package}=={exact}{hashes}\n")
}

enum Driver {
    Program(String),
    Python(&'static str),
}

/// The driver and the solver's own arguments of a command that is one of our hosts.
fn driver_of(command: &[String]) -> Option<(Driver, &[String])> {
    if command.get(1).is_some_and(|w| w == CVC5_HOST) {
        return Some((Driver::Python(CVC5_DRIVER), command.get(3..)?));
    }
    let at = command.iter().position(|w| w.ends_with("_host.py"))?;
    let driver = if command[at].ends_with("bitwuzla_host.py") {
        BITWUZLA_DRIVER
    } else {
        CVC5_DRIVER
    };
    Some((Driver::Python(driver), &command[at + 1..]))
}

fn program_of<'a>(
    family: &str,
    version: &str,
    command: &'a [String],
) -> Option<(Driver, &'a [String])> {
    let program = command.first()?;
    let installed = program.contains(&format!("/solvers/{family}/{version}/"));
    let name = program.rsplit('/').next()?.to_owned();
    installed.then(|| (Driver::Program(name), &command[1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_is_typed_names_no_folder() {
        gadfly_testkit::catalog();
        let check = |family: &str, version: &str, line: &str, expect: &str| {
            assert_eq!(typed(family, version, &words(line), "case.smt2"), expect);
        };
        check(
            "z3",
            "4.8.7",
            "/home/u/solvers/z3/4.8.7/x.data/data/bin/z3 -in model_validate=true",
            "# pip install z3-solver==4.8.7.0\nz3 model_validate=true case.smt2",
        );
        check(
            "z3",
            "5.4.0+assertions",
            "/home/u/solvers/z3/5.4.0+assertions/z3 -in",
            "# z3 5.4.0, built with --flavour assertions\nz3 case.smt2",
        );
        check(
            "cvc5",
            "1.4.2",
            "/usr/bin/python3 -B -S /home/u/hosts/0.1.0/cvc5_host.py --nl-cov",
            "# cvc5 1.4.2; through its Python module: sh repro.sh\ncvc5 --nl-cov case.smt2",
        );
        check(
            "z3",
            "5.5.0",
            "./build/z3 -in",
            "./build/z3 -in < case.smt2",
        );
    }

    #[test]
    fn releases_come_from_pip() {
        gadfly_testkit::catalog();
        let z3 = words("/home/u/solvers/z3/4.8.7/x.data/data/bin/z3 -in model_validate=true");
        let shell = from_pip("z3", "4.8.7", &z3).unwrap();
        assert!(
            shell.contains("\nz3-solver==4.8.7.0 --hash=sha256:"),
            "{shell}"
        );
        assert!(
            shell.ends_with("/venv/bin/\"z3 -in model_validate=true < \"$case\"\nfi\n"),
            "{shell}"
        );
        let cvc5 = words("/usr/bin/gadfly cvc5-host /x/libcvc5parser.so --strings-exp");
        let shell = from_pip("cvc5", "1.4.2", &cvc5).unwrap();
        assert!(
            shell.contains("\ncvc5==1.4.2 --hash") && shell.contains("- --strings-exp \"$case\""),
            "{shell}"
        );
        let old = words("/usr/bin/python3 -B -S /h/hosts/0.1.0/bitwuzla_host.py --seed=1");
        let shell = from_pip("bitwuzla", "0.9.1", &old).unwrap();
        assert!(
            shell.contains("import sys, bitwuzla") && !shell.contains("gadfly"),
            "{shell}"
        );
    }

    #[test]
    fn other_commands_do_not() {
        gadfly_testkit::catalog();
        assert_eq!(from_pip("z3", "4.8.7", &words("./build/z3 -in")), None);
        assert_eq!(from_pip("generic", "unknown", &words("./solver")), None);
        assert_eq!(from_pip("z3", "4.8.7", &[]), None);
        // A build of ours is nobody's package.
        let built = words("/h/solvers/z3/5.4.0+asan/z3 -in");
        assert_eq!(from_pip("z3", "5.4.0+asan", &built), None);
        let newer = words("/h/solvers/z3/99.1.0/x/bin/z3 -in");
        let shell = from_pip("z3", "99.1.0", &newer).unwrap();
        assert!(shell.contains("\nz3-solver==99.1.0.*\n"), "{shell}");
    }
}
