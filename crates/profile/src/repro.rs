//! How someone else runs the same release: with pip and a shell, and nothing of gadfly.

use crate::pins::pinned;
use crate::profile::{CVC5_HOST, ContentKind, Contents, Package, Registry};
use crate::profiles::Profiles;
use crate::shell::shell_word;

/// How every driver ends: what its solver throws is an error of the solver's.
const THROWN: &str = r#"except Exception as error:
    print('(error "%s")' % error, flush=True)
    sys.exit(1)
"#;

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
try:
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
try:
    bitwuzla.Parser(bitwuzla.TermManager(), options).parse(file, False, True)
"#;

/// A driver for Boolector's Python package: options, then the file.
const BOOLECTOR_DRIVER: &str = r#"import sys, pyboolector
*options, file = sys.argv[1:]
solver = pyboolector.Boolector()
names = [option.lng for option in pyboolector.BoolectorOptions(solver)]
for option in options:
    name, _, value = option.lstrip("-").partition("=")
    if name != "smt2":
        solver.Set_opt(names.index(name), int(value or 1))
try:
    solver.Parse(file)
"#;

/// A release that anyone can fetch through pip, and how it is run.
#[derive(Clone, Debug)]
pub struct Public {
    family: String,
    package: String,
    version: String,
    driver: Driver,
    args: Vec<String>,
}

impl Public {
    /// The release that a command line runs; `None` where it is none that pip has.
    pub fn of(family: &str, version: &str, command: &[String]) -> Option<Public> {
        if version.contains('+') {
            return None;
        }
        let (driver, args) = driver_of(command).or_else(|| program_of(family, version, command))?;
        let package = Profiles::builtin().get(family)?.package.as_ref()?;
        Some(Public {
            family: family.to_owned(),
            package: package.name.clone(),
            version: version.to_owned(),
            driver,
            args: args.to_vec(),
        })
    }

    /// The newest release of a family with known digests, as its profile calls it.
    pub fn newest(family: &str) -> Option<Public> {
        let profile = Profiles::builtin().get(family)?;
        let package = profile.package.as_ref()?;
        let all = pinned(&package.name, "");
        let releases = all
            .iter()
            .filter_map(|(exact, _)| package.release_of(exact));
        let newest = releases.max()?;
        let of_release = |it: &&Contents| it.from.as_ref().is_none_or(|from| *from <= newest);
        let contents = package.contents.iter().find(of_release)?;
        let driver = match contents.kind {
            ContentKind::Executable | ContentKind::Distribution => {
                Driver::Program(contents.paths.first()?.rsplit('/').next()?.to_owned())
            }
            ContentKind::Cvc5Library | ContentKind::Cvc5Python => Driver::Python(CVC5_DRIVER),
            ContentKind::BitwuzlaPython => Driver::Python(BITWUZLA_DRIVER),
            ContentKind::BoolectorLibrary => Driver::Python(BOOLECTOR_DRIVER),
        };
        let call = &profile.call;
        Some(Public {
            family: family.to_owned(),
            package: package.name.clone(),
            version: newest.to_string(),
            driver,
            args: [&call.always[..], &call.stdin].concat(),
        })
    }

    /// The release, for people: `z3 4.8.7`.
    pub fn name(&self) -> String {
        format!("{} {}", self.family, self.version)
    }

    /// The same with more options.
    pub fn with_options(mut self, more: &[&str]) -> Public {
        self.args
            .extend(more.iter().map(|option| option.to_string()));
        self
    }

    /// The solver's own arguments, without what only says where the script comes from.
    pub fn options(&self) -> Vec<String> {
        without_input(&self.args)
    }

    /// Shell functions `fetch_ROLE` and `run_ROLE FILE`. They work in the private folder `$folder`, and
    /// put `$limit` before the command.
    pub fn functions(&self, role: &str) -> String {
        let words: String = self
            .args
            .iter()
            .map(|a| format!(" {}", shell_word(a)))
            .collect();
        let (driver, run) = match &self.driver {
            Driver::Program(name) => (
                String::new(),
                format!(
                    "\"$folder/{role}/bin/\"{}{words} < \"$1\"",
                    shell_word(name)
                ),
            ),
            Driver::Python(text) => (
                format!("  cat > \"$folder/{role}.py\" <<'PYTHON'\n{text}{THROWN}PYTHON\n"),
                format!("\"$folder/{role}/bin/python\" \"$folder/{role}.py\"{words} \"$1\""),
            ),
        };
        // A folder that nobody else can have made, and files with the digests that we know.
        format!(
            "fetch_{role}() {{\n{driver}  cat > \"$folder/{role}.txt\" <<'END'\n{}END\n  \
             python3 -m venv \"$folder/{role}\" &&\n  \
             \"$folder/{role}/bin/pip\" install -q --no-deps --only-binary :all: -r \"$folder/{role}.txt\"\n\
             }}\nrun_{role}() {{ $limit {run}; }}\n",
            requirement(&self.package, &self.version)
        )
    }
}

/// Arguments without what makes a program read its standard input.
pub fn without_input(args: &[String]) -> Vec<String> {
    args.iter().filter(|word| *word != "-in").cloned().collect()
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
                // A build of the user's: where it lies is nobody's business.
                let (program, args) = command.split_first().map_or(("", &[][..]), |(p, a)| (p, a));
                let name = program.rsplit('/').next().unwrap_or(program);
                let words = std::iter::once(name).chain(args.iter().map(String::as_str));
                let words: Vec<_> = words.map(shell_word).collect();
                return format!("{} < {file}", words.join(" "));
            }
        },
    };
    // A file needs nothing that makes a program read its standard input.
    let args = without_input(args);
    let words: Vec<_> = args.iter().map(|word| shell_word(word)).collect();
    let package = Profiles::builtin().get(family).and_then(|profile| {
        let package = profile.package.as_ref()?;
        let exact = pinned(&package.name, release)
            .first()
            .map(|it| it.0.clone());
        Some((package.name.clone(), exact.unwrap_or(release.to_owned())))
    });
    let source = origin(family, release, flavour).unwrap_or_else(|| match (package, flavour) {
        (_, flavour) if !flavour.is_empty() => {
            format!("# {family} {release}, built with --flavour {flavour}\n")
        }
        // The package has the library, and no program.
        _ if hosted => format!("# {family} {release}; through its Python module: sh repro.sh\n"),
        (Some((package, exact)), _) => format!("# pip install {package}=={exact}\n"),
        (None, _) => String::new(),
    });
    let line = [&[name][..], &words, &[file.to_owned()]].concat().join(" ");
    format!("{source}{line}")
}

/// Where a release comes from that is not of the family's first package.
fn origin(family: &str, release: &str, flavour: &str) -> Option<String> {
    let profile = Profiles::builtin().get(family)?;
    let carries = |package: &&Package| package.flavour.as_deref().unwrap_or("") == flavour;
    let package = profile.also.iter().find(carries)?;
    let name = &package.name;
    Some(match package.registry {
        Registry::Pip => format!("# pip install {name}=={release}\n"),
        Registry::Debian => format!("# {family} {release}, Debian's package {name}\n"),
        Registry::Crates => format!("# cargo install {name} --locked --version {release}\n"),
    })
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

#[derive(Clone, Debug)]
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
    let host = command[at].rsplit('/').next()?;
    let driver = match host {
        "bitwuzla_host.py" => BITWUZLA_DRIVER,
        "boolector_host.py" => BOOLECTOR_DRIVER,
        _ => CVC5_DRIVER,
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
    use std::str::FromStr;

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
        check("z3", "5.5.0", "./build/z3 -in", "z3 -in < case.smt2");
        check(
            "z3",
            "4.8.12+debian",
            "/home/u/solvers/z3/4.8.12+debian/usr/bin/z3 -in",
            "# z3 4.8.12, Debian's package z3\nz3 case.smt2",
        );
        check(
            "oxiz",
            "0.3.4",
            "/home/u/solvers/oxiz/0.3.4/bin/oxiz --quiet",
            "# cargo install oxiz-cli --locked --version 0.3.4\noxiz --quiet case.smt2",
        );
    }

    #[test]
    fn releases_come_from_pip() {
        gadfly_testkit::catalog();
        let z3 = words("/home/u/solvers/z3/4.8.7/x.data/data/bin/z3 -in model_validate=true");
        let public = Public::of("z3", "4.8.7", &z3).unwrap();
        let shell = public.functions("solver");
        assert!(
            shell.contains("\nz3-solver==4.8.7.0 --hash=sha256:"),
            "{shell}"
        );
        let run =
            "run_solver() { $limit \"$folder/solver/bin/\"z3 -in model_validate=true < \"$1\"; }\n";
        assert!(shell.ends_with(run), "{shell}");
        assert_eq!(public.options(), ["model_validate=true"]);
        let cvc5 = words("/usr/bin/gadfly cvc5-host /x/libcvc5parser.so --strings-exp");
        let shell = Public::of("cvc5", "1.4.2", &cvc5)
            .unwrap()
            .functions("judge");
        assert!(shell.contains("\ncvc5==1.4.2 --hash"), "{shell}");
        assert!(
            shell.contains("\"$folder/judge.py\" --strings-exp \"$1\""),
            "{shell}"
        );
        let old = words("/usr/bin/python3 -B -S /h/hosts/0.1.0/bitwuzla_host.py --seed=1");
        let shell = Public::of("bitwuzla", "0.9.1", &old)
            .unwrap()
            .functions("solver");
        assert!(
            shell.contains("import sys, bitwuzla") && !shell.contains("gadfly"),
            "{shell}"
        );
    }

    #[test]
    fn other_commands_do_not() {
        gadfly_testkit::catalog();
        let of =
            |family: &str, version: &str, line: &str| Public::of(family, version, &words(line));
        assert!(of("z3", "4.8.7", "./build/z3 -in").is_none());
        assert!(of("generic", "unknown", "./solver").is_none());
        assert!(of("z3", "4.8.7", "").is_none());
        // A build of ours is nobody's package.
        assert!(of("z3", "5.4.0+asan", "/h/solvers/z3/5.4.0+asan/z3 -in").is_none());
        let newer = of("z3", "99.1.0", "/h/solvers/z3/99.1.0/x/bin/z3 -in").unwrap();
        let shell = newer.functions("solver");
        assert!(shell.contains("\nz3-solver==99.1.0.*\n"), "{shell}");
    }

    #[test]
    fn each_family_with_a_package_has_a_newest_release() {
        gadfly_testkit::catalog();
        for (family, run) in [
            ("z3", "/bin/\"z3 -in < "),
            ("cvc5", "judge.py\" \"$1\""),
            ("yices", "/bin/\"yices-smt2 --smt2-model-format < "),
            ("bitwuzla", "judge.py\" \"$1\""),
        ] {
            let public = Public::newest(family).unwrap();
            let shell = public.functions("judge");
            assert!(shell.contains(run) && shell.contains("--hash"), "{shell}");
        }
        let z3 = Public::newest("z3").unwrap().name();
        assert!(crate::Version::from_str(&z3[3..]).unwrap() >= "5.4.0".parse().unwrap());
        assert!(Public::newest("generic").is_none());
    }
}
