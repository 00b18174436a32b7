//! The CI jobs of docs/guide/monitor.md as scripts: what they print there is what runs here. Only the
//! build of the solver is stood in for, by a release, and there are fewer formulas.

use gadfly_profile::Home;
use gadfly_solver::Resolver;
use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/guide/monitor.md");

/// The commands of a job: each line, block and folded line after one of these beginnings.
fn commands(heading: &str, beginnings: &[&str]) -> Vec<String> {
    let section = PAGE.split(heading).nth(1).unwrap();
    let yaml = section.split("```yaml").nth(1).unwrap();
    let yaml = yaml.split("```").next().unwrap();
    let mut found: Vec<String> = Vec::new();
    let mut depth = None;
    for line in yaml.lines() {
        let indent = line.len() - line.trim_start().len();
        let text = line.trim_start();
        if let Some(rest) = beginnings.iter().find_map(|b| text.strip_prefix(b)) {
            found.push(rest.trim_start_matches(['|', ' ']).to_string());
            depth = Some(indent);
        } else if depth.is_some_and(|depth| indent > depth) {
            let command = found.last_mut().unwrap();
            match command.chars().last() {
                None => {}
                Some('\\') => command.push('\n'),
                Some(_) => command.push(' '),
            }
            command.push_str(text);
        } else {
            depth = None;
        }
    }
    found
}

/// A checkout whose build gives this solver.
fn checkout(folder: &Path, z3: &Path) {
    for sub in ["build", "bin", ".ci"] {
        std::fs::create_dir(folder.join(sub)).unwrap();
    }
    std::os::unix::fs::symlink(z3, folder.join("build/z3")).unwrap();
    let gadfly = env!("CARGO_BIN_EXE_gadfly");
    std::os::unix::fs::symlink(gadfly, folder.join("bin/gadfly")).unwrap();
    std::os::unix::fs::symlink("/bin/true", folder.join("bin/cmake")).unwrap();
}

fn shell(folder: &Path, command: &str) {
    let path = std::env::var("PATH").unwrap_or_default();
    // The program at hand stands in for the package that has it.
    let command = command.replace("pip install gadfly-smt && ", "");
    let command = command.replace("--count 5000", "--count 25");
    let output = Command::new("bash")
        .args(["-e", "-c", &command])
        .current_dir(folder)
        .env("PATH", format!("{}/bin:{path}", folder.display()))
        .env("GITHUB_STEP_SUMMARY", folder.join("step-summary"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{command}\n{output:?}");
}

#[test]
fn the_jobs_of_the_docs_run() {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let found = |spec| gadfly_testkit::installed(resolver.one(spec));
    let (Some(z3), Some(_)) = (found("z3@5.4.0"), found("cvc5")) else {
        return;
    };
    let jobs = [
        commands("## GitHub Actions", &["- run:", "run:"]),
        commands("## GitLab", &["- "]),
    ];
    for job in jobs {
        let watch = job.iter().find(|c| c.starts_with("gadfly monitor"));
        let watch = watch.expect("the job watches");
        let folder = tempfile::tempdir().unwrap();
        checkout(folder.path(), &z3[0].launch.program);
        let on_main = watch.replace("--baseline", "--save-baseline");
        shell(folder.path(), &on_main);
        for command in &job {
            shell(folder.path(), command);
        }
        for file in ["gadfly.xml", "summary.md", ".ci/gadfly.baseline"] {
            assert!(folder.path().join(file).exists(), "{file} is missing");
        }
    }
}
