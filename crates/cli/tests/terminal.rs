//! The status screen of a hunt in a real terminal, tmux, while its window changes.
//!
//! Without tmux it is passed over, which is said; with `GADFLY_REQUIRE_TMUX` set it is a failure.
//! `BLESS=1` writes the screens that the guide shows (`docs/guide/screens`).

mod hunting;

use gadfly_testkit::fake_solver_path;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Words that the lines of a status screen begin with.
const HEADS: [&str; 8] = [
    "time ",
    "tests ",
    "findings ",
    "queue ",
    "solver ",
    "./z3 ",
    "verdicts ",
    "made by ",
];

/// A window of tmux, on a server of its own.
struct Window {
    socket: String,
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]);
    }
}

impl Window {
    /// A command in a window of this size; it stays after the command's end.
    fn open(folder: &Path, (columns, rows): (usize, usize), line: &str) -> Option<Window> {
        let socket = format!("gadfly-{}-{columns}", std::process::id());
        let window = Window { socket };
        let line = format!("cd {}; {line}; exec cat", folder.display());
        let (x, y) = (columns.to_string(), rows.to_string());
        let new = ["-f", "/dev/null", "new-session", "-d", "-x", &x, "-y", &y];
        match window.tmux(&[&new[..], &[&line]].concat()) {
            Some(done) => assert!(done.status.success(), "{done:?}"),
            None => {
                let required = std::env::var_os("GADFLY_REQUIRE_TMUX").is_some();
                assert!(!required, "there is no tmux");
                eprintln!("passed over: there is no tmux");
                return None;
            }
        }
        Some(window)
    }

    fn tmux(&self, words: &[&str]) -> Option<Output> {
        let mut tmux = Command::new("tmux");
        tmux.env_remove("TMUX").env("LC_ALL", "C.UTF-8");
        tmux.args(["-L", &self.socket]).args(words).output().ok()
    }

    fn resize(&self, columns: usize, rows: usize) {
        let (x, y) = (columns.to_string(), rows.to_string());
        self.tmux(&["resize-window", "-x", &x, "-y", &y]);
    }

    /// All lines, with those that scrolled away; a line that the terminal broke is one.
    fn lines(&self) -> Vec<String> {
        let shown = self.tmux(&["capture-pane", "-p", "-J", "-S", "-"]).unwrap();
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        text.lines().map(|line| line.trim_end().into()).collect()
    }

    /// The lines that the window shows: what scrolled away while it became lower cannot be taken back.
    fn visible(&self) -> Vec<String> {
        let shown = self.tmux(&["capture-pane", "-p"]).unwrap();
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        text.lines().map(|line| line.trim_end().into()).collect()
    }

    /// The lines as soon as they are as they should be.
    fn wait(&self, what: &str, is: impl Fn(&[String]) -> bool) -> Vec<String> {
        let started = Instant::now();
        loop {
            let lines = self.lines();
            if is(&lines) {
                return lines;
            }
            let late = started.elapsed() > Duration::from_secs(120);
            assert!(!late, "{what}:\n{}", lines.join("\n"));
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

/// The lines of the status screen.
fn status(lines: &[String]) -> Vec<&String> {
    let is_status = |line: &&String| HEADS.iter().any(|head| line.starts_with(head));
    lines.iter().filter(is_status).collect()
}

/// Whether there is one status screen that fits, and nothing of an earlier one.
fn fits(lines: &[String], columns: usize) -> bool {
    let shown = status(lines);
    let once = |head: &&str| shown.iter().filter(|line| line.starts_with(*head)).count() == 1;
    HEADS.iter().all(once) && shown.iter().all(|line| line.chars().count() < columns)
}

/// Writes the window's contents for the guide.
fn keep(columns: usize, window: &Window) {
    if std::env::var_os("BLESS").is_some() {
        let lines = window.visible();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/screens");
        std::fs::create_dir_all(&folder).unwrap();
        let text = lines.join("\n").trim_end().to_string() + "\n";
        std::fs::write(folder.join(format!("hunt-{columns}.txt")), text).unwrap();
    }
}

#[test]
fn the_status_screen_fits_its_window_at_every_size() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let head = "(set-logic QF_NIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n";
    let terms = ["(> (+ x y) (* 2 x y))", "(< (- x y) (mod x 3))"];
    hunting::seeds(place, head, &terms);
    let fake = fake_solver_path().display().to_string();
    std::fs::write(place.join("rules"), "when \"*\": assertion\n").unwrap();
    let program = format!(
        "#!/bin/sh\nexec {fake} --script {}/rules \"$@\"\n",
        place.display()
    );
    std::fs::write(place.join("z3"), program).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(place.join("z3"), mode).unwrap();
    let gadfly = env!("CARGO_BIN_EXE_gadfly");
    let hunt = format!(
        "GADFLY_HOME={}/home NO_COLOR=1 {gadfly} hunt seeds --solver './z3 -in' --profile z3 \
         --strategy op,type --no-options --time 1h; echo exit $?",
        place.display()
    );
    let Some(window) = Window::open(place, (80, 24), &hunt) else {
        return;
    };
    let found = |lines: &[String]| {
        let reduced = lines.iter().any(|line| line.starts_with("reduced "));
        let last = lines.iter().any(|line| line.contains(", the last "));
        reduced && last && fits(lines, 80)
    };
    window.wait("a finding at 80 columns", found);
    keep(80, &window);
    for (columns, rows) in [(60, 24), (120, 40), (40, 24), (40, 12)] {
        window.resize(columns, rows);
        let longest = |lines: &[String]| {
            let lengths = status(lines).into_iter().map(|line| line.chars().count());
            lengths.max().unwrap_or(0)
        };
        // A wider window shows more than the screen of before; a small one leaves lines out.
        let is = |lines: &[String]| match columns {
            40 => !status(lines).is_empty() && longest(&window.visible()) < columns,
            _ => fits(lines, columns) && longest(lines) > columns.min(80) - 10,
        };
        window.wait(&format!("{columns} columns"), is);
        if columns > 40 {
            keep(columns, &window);
        }
    }
    window.resize(80, 24);
    window.tmux(&["send-keys", "C-c"]);
    let ended = |lines: &[String]| lines.iter().any(|line| line.starts_with("exit "));
    let lines = window.wait("the end", ended);
    let text = lines.join("\n");
    assert!(text.contains("\nexit 130"), "{text}");
    assert!(text.contains("gadfly hunt --resume hunt"), "{text}");
    // The figures stay, the status screen does not.
    let shown = window.visible();
    let count = |head: &str| shown.iter().filter(|line| line.starts_with(head)).count();
    assert_eq!((count("queue "), count("solver ")), (0, 1), "{text}");
}
