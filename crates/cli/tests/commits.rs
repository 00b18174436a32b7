//! `gadfly bisect --commits` on a toy repository: a solver that is a script, with a bug that one
//! commit brings in and a commit that does not build.

use std::path::Path;
use std::process::{Command, Output};

fn git(folder: &Path, words: &[&str]) {
    let identity = [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.org",
        "-c",
        "commit.gpgsign=false",
    ];
    let done = Command::new("git")
        .args(identity)
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{words:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// Eight commits: the fourth does not build, from the sixth on the solver says `unsat`.
fn repository(folder: &Path) {
    std::fs::create_dir(folder).unwrap();
    git(folder, &["init", "-q"]);
    for number in 1..=8 {
        let answer = if number >= 6 { "unsat" } else { "sat" };
        let code = format!(
            "# {number}\nwhile read line; do case \"$line\" in *check-sat*) echo {answer};; esac; done\n"
        );
        std::fs::write(folder.join("solver.src"), code).unwrap();
        let build = if number == 4 {
            "exit 3\n"
        } else {
            "cp solver.src built.sh\n"
        };
        std::fs::write(folder.join("build.sh"), build).unwrap();
        git(folder, &["add", "."]);
        git(folder, &["commit", "-q", "-m", &format!("change {number}")]);
    }
}

fn bisect(folder: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gadfly"))
        .arg("bisect")
        .arg(folder.join("case.smt2"))
        .arg("--commits")
        .arg(folder.join("solver"))
        .args([
            "--build",
            "sh build.sh",
            "--solver",
            "sh ./built.sh",
            "--expect",
            "sat",
        ])
        .args(more)
        .env("GADFLY_HOME", folder.join("home"))
        .output()
        .unwrap()
}

#[test]
fn the_commit_is_found_and_the_checkout_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let checkout = folder.path().join("solver");
    repository(&checkout);
    std::fs::write(checkout.join("solver.src"), "my own edit").unwrap();
    std::fs::write(
        folder.path().join("case.smt2"),
        "(assert true)\n(check-sat)\n",
    )
    .unwrap();
    let done = bisect(folder.path(), &["--good", "HEAD~7"]);
    let text = String::from_utf8_lossy(&done.stdout);
    assert_eq!(
        done.status.code(),
        Some(10),
        "{text}{}",
        String::from_utf8_lossy(&done.stderr)
    );
    assert!(
        text.contains("First bad commit: ") && text.contains("change 6"),
        "{text}"
    );
    let kept = std::fs::read_to_string(checkout.join("solver.src")).unwrap();
    assert_eq!(kept, "my own edit");
    let trees = Command::new("git")
        .args(["worktree", "list"])
        .current_dir(&checkout)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&trees.stdout).lines().count(), 1);
    for (more, words) in [
        (["--good", "HEAD~1"], "is no good commit"),
        (["--good", "nowhere"], "no commit `nowhere`"),
    ] {
        let done = bisect(folder.path(), &more);
        assert_eq!(done.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&done.stderr).contains(words));
    }
}
