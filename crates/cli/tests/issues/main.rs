//! An issue text, a `repro.sh` and a regression test of every kind of verdict, with real solvers:
//! `docs/lab/issue-texts.md` shows them, and here each is run.
//!
//! A folder of `cases/` holds a finding: `case.smt2`, `finding.json`, `good` (the newest release that is
//! right), `expected` (what the regression test must print) and, where no release at hand has the bug, a
//! `planted-…` program that plays it. `BLESS=1` writes what is expected, and the page, anew.

use gadfly_exec::Limits;
use gadfly_profile::Home;
use gadfly_report::{CaseFiles, Suite, regression_files, regression_script, write_case_folder};
use gadfly_solver::{Options, Resolver, Solver};
use gadfly_store::Finding;
use gadfly_testkit::{catalog, installed};
use gadfly_vocabulary::Kind;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lab/issue-texts.md");
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/issues/cases");
/// What stands before the issue texts is written by hand.
const BEGIN: &str = "<!-- written by crates/cli/tests/issues -->\n";

struct Case {
    finding: Finding,
    text: String,
    folder: PathBuf,
    good: String,
    planted: Option<PathBuf>,
}

impl Case {
    fn read(kind: Kind) -> Case {
        let folder = Path::new(CASES).join(kind.name());
        let file = |name: &str| {
            let path = folder.join(name);
            std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{}", path.display()))
        };
        let finding: Finding = serde_json::from_str(&file("finding.json")).unwrap();
        let planted = folder.join(format!("planted-{}", finding.family));
        let (text, good) = (file("case.smt2"), file("good").trim().to_string());
        let mut case = Case {
            planted: planted.exists().then_some(planted),
            text,
            good,
            finding,
            folder,
        };
        case.finding.title = gadfly_report::title(&case.finding, &case.text);
        case
    }

    fn suite(&self) -> Suite {
        Suite::of(&self.finding.family).unwrap()
    }

    /// The command line of the solver that has the bug; `None` where it is not installed.
    fn bad(&self) -> Option<Vec<String>> {
        match &self.planted {
            Some(program) => {
                let program = std::iter::once(program.display().to_string());
                Some(program.chain(self.finding.options.clone()).collect())
            }
            None => Some(command(&solver(&self.finding.solver)?)),
        }
    }

    /// What the script is for a persistent process.
    fn sent(&self) -> Option<String> {
        let before = self.finding.before.first()?;
        Some(format!("{before}(reset)\n{}", self.text))
    }

    /// Writes the finding's folder into a hunt.
    fn write(&self, hunt: &Path, command: &[String]) -> PathBuf {
        let sent = self.sent();
        let files = CaseFiles {
            finding: &self.finding,
            case: &self.text,
            original: &self.text,
            runs: &[],
            command,
            sent: sent.as_deref(),
            proof: None,
        };
        write_case_folder(hunt, &files).unwrap();
        hunt.join("findings").join(&self.finding.id)
    }
}

fn solver(spec: &str) -> Option<Solver> {
    let found = Resolver::new(Home::from_env()).one(spec);
    installed(found)?.into_iter().next()
}

/// The command line by which a solver reads its standard input.
fn command(solver: &Solver) -> Vec<String> {
    solver
        .run_fresh("(check-sat)", &Options::default())
        .raw
        .command
}

/// Kinds that a hunt reports.
fn kinds() -> impl Iterator<Item = Kind> {
    let unreported = [Kind::Disagreement, Kind::Rejected];
    Kind::ALL
        .iter()
        .copied()
        .filter(move |kind| !unreported.contains(kind))
}

/// The exit code and the last line of a script.
fn reproduce(folder: &Path, more: &[(&str, &str)]) -> (Option<i32>, String) {
    let ran = Command::new("sh")
        .arg(folder.join("repro.sh"))
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .envs(more.iter().copied())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    (ran.status.code(), said)
}

#[test]
fn repro_tells_the_bad_solver_from_the_good_one() {
    catalog();
    let Some(judge) = solver("z3@5.4.0") else {
        return;
    };
    let judge = command(&judge)[0].clone();
    for case in kinds().map(Case::read) {
        let (Some(bad), Some(good)) = (case.bad(), solver(&case.good)) else {
            continue;
        };
        let hunt = tempfile::tempdir().unwrap();
        let folder = case.write(hunt.path(), &bad);
        let good = command(&good).join(" ");
        // What is planted is slow for ever, and what is not answers at once.
        let judged = [("JUDGE", judge.as_str()), ("LIMIT", "20")];
        let mut first = judged.to_vec();
        let bad_line = bad.join(" ");
        if case.planted.is_none() {
            first.push(("SOLVER", &bad_line));
        }
        if case.finding.kind == Kind::Slow {
            first = vec![("LIMIT", "2")];
        }
        let untold = case.finding.kind == Kind::InvalidProof;
        let (code, said) = reproduce(&folder, &first);
        let wanted = if untold { 125 } else { 1 };
        assert_eq!(code, Some(wanted), "{}: {said}", case.finding.id);
        if untold || good.contains("cvc5-host") || good.contains("_host.py") {
            continue;
        }
        let (code, said) = reproduce(
            &folder,
            &[&judged[..], &[("SOLVER", good.as_str())]].concat(),
        );
        assert_eq!(code, Some(0), "{} with {good}: {said}", case.finding.id);
    }
}

/// What is no solver, refuses everything, or says that memory ran out shows nothing and clears nothing.
#[test]
fn repro_does_not_guess() {
    catalog();
    let folder = tempfile::tempdir().unwrap();
    let refusing = folder.path().join("refusing");
    std::fs::write(
        &refusing,
        "echo '(error \"line 1: unknown command\")'; echo sat; exit 1",
    )
    .unwrap();
    let full = folder.path().join("full");
    std::fs::write(&full, "echo 'std::bad_alloc' >&2; kill -6 $$").unwrap();
    for case in kinds().map(Case::read) {
        let hunt = tempfile::tempdir().unwrap();
        let written = case.write(hunt.path(), &["./build/solver".to_string()]);
        for solver in [
            "/nowhere/solver".to_string(),
            "echo hello".to_string(),
            format!("sh {}", refusing.display()),
            format!("sh {}", full.display()),
        ] {
            let (code, said) = reproduce(&written, &[("SOLVER", &solver), ("JUDGE", "false")]);
            assert_eq!(code, Some(125), "{} with {solver}: {said}", case.finding.id);
        }
        let (code, said) = reproduce(&written, &[]);
        assert_eq!(code, Some(125), "{}: {said}", case.finding.id);
    }
}

#[test]
fn regression_tests_print_what_a_good_release_prints() {
    catalog();
    for case in kinds().map(Case::read) {
        let Some(good) = solver(&case.good) else {
            continue;
        };
        let script = regression_script(&case.finding, &case.text, case.suite());
        let options = Options {
            limits: Limits {
                wall: Some(Duration::from_secs(120)),
                ..Limits::default()
            },
            extra: case.suite().arguments(&case.finding),
            ..Options::default()
        };
        let run = good.run_fresh(&script, &options);
        let printed = String::from_utf8(run.raw.stdout).unwrap();
        let path = case.folder.join("expected");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &printed).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(printed, expected, "{}", case.finding.id);
        // A test that the bug passes, too, is none; death and delay show of themselves.
        let told = matches!(
            case.finding.kind,
            Kind::Soundness | Kind::SelfCheck | Kind::Obligation
        );
        if let Some(bad) = told.then(|| solver(&case.finding.solver)).flatten() {
            let printed = bad.run_fresh(&script, &options).raw.stdout;
            assert_ne!(
                String::from_utf8_lossy(&printed),
                expected,
                "{}",
                case.finding.id
            );
        }
    }
}

#[test]
fn the_page_shows_every_kind() {
    catalog();
    let mut shown = String::new();
    for case in kinds().map(Case::read) {
        let Some(bad) = case.bad() else { return };
        let hunt = tempfile::tempdir().unwrap();
        let folder = case.write(hunt.path(), &bad);
        section(&mut shown, &case, &folder);
    }
    let page = std::fs::read_to_string(PAGE).unwrap();
    let head = page.split(BEGIN).next().unwrap();
    let whole = format!("{}\n", format!("{head}{BEGIN}{shown}").trim_end());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(PAGE, &whole).unwrap();
        return;
    }
    assert!(
        page == whole,
        "docs/lab/issue-texts.md is stale: BLESS=1 cargo test -p gadfly --test issues"
    );
}

/// A kind's part of the page.
fn section(out: &mut String, case: &Case, folder: &Path) {
    let finding = &case.finding;
    let real = match case.planted {
        Some(_) => "planted".to_string(),
        None => format!("real, in {}", finding.solver),
    };
    let _ = write!(out, "\n## {} ({real})\n\n", finding.kind);
    let report = std::fs::read_to_string(folder.join("report.md")).unwrap();
    let _ = write!(out, "`````markdown\n{}\n`````\n\n", report.trim_end());
    let _ = writeln!(
        out,
        "The regression test, for the suite of {}:",
        finding.family
    );
    let script = regression_script(finding, &case.text, case.suite());
    let expected = std::fs::read_to_string(case.folder.join("expected")).unwrap_or_default();
    for (name, text) in regression_files(finding, &script, &expected, case.suite()) {
        let _ = write!(out, "\n`{name}`\n\n```\n{}\n```\n", text.trim_end());
    }
}
