//! `gadfly serve` while two hunts are at work: a browser follows them, `kill -9` of the server harms
//! nothing, and a new one shows how they ended.

mod hunting;

use gadfly_store::{HuntStatus, Store};
use gadfly_testkit::{Browser, Window};
use hunting::{STEADY, command, solver};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};

/// A planted crash, and formulas that take their time, so that the hunts are long at work.
const RULES: &str = "when \"(* \": assertion\nalways: burn 20";

fn hunt(folder: &Path, name: &str, seed: &str) -> Child {
    let head =
        "(set-logic QF_NIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n(assert (< x 7))\n";
    let terms = ["(> (+ x y) (* 2 x y))", "(= (mod x 3) (div y 4))"];
    let seeds = hunting::seeds(folder, head, &terms).display().to_string();
    let (solver, out) = (
        solver(folder, "rules", RULES),
        folder.join("hunts").join(name),
    );
    let out = out.display().to_string();
    let words = ["hunt", &seeds, "--solver", &solver, "--seed", seed];
    let amount = ["--strategy", "op", "--tests", "600", "--jobs", "1"];
    let words: Vec<&str> = [&words, &STEADY[..], &amount, &["--out", &out]].concat();
    let mut hunt = command(folder, &words);
    hunt.stdout(Stdio::null()).stderr(Stdio::null());
    hunt.spawn().unwrap()
}

/// A server over all hunts, and where it is.
fn serve(folder: &Path) -> (Child, String) {
    let hunts = folder.join("hunts").display().to_string();
    let words = ["serve", &hunts, "--listen", "127.0.0.1:0", "--quiet"];
    let mut server = command(folder, &words);
    let mut server = server.stdout(Stdio::piped()).spawn().unwrap();
    let mut address = String::new();
    let out = server.stdout.take().unwrap();
    BufReader::new(out).read_line(&mut address).unwrap();
    (server, address.trim().to_string())
}

#[test]
fn a_browser_follows_hunts_and_a_killed_server_harms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::create_dir(folder.join("hunts")).unwrap();
    let (mut server, address) = serve(folder);
    let Some(mut browser) = Browser::start() else {
        server.kill().unwrap();
        return;
    };
    let window = Window::of(1280, false);
    browser.open(&address, window);
    browser.wait_for("document.body.textContent.includes('There is no hunt')");
    let hunts = ["one", "two"].map(|name| hunt(folder, name, &name.len().to_string()));
    // The page was open before: it finds both, says that they are at work, and what they found.
    browser.wait_for("document.body.textContent.includes('2 of 2hunts at work')");
    browser.wait_for("document.querySelectorAll('#live-found details').length > 0");
    let formulas = "document.querySelector('#live-now tbody td.n + td.n').textContent";
    let before = browser.evaluate(formulas);
    browser.wait_for(&format!("{formulas} != {before}"));
    let file = "document.querySelector('#live-found .files a').href";
    let case = format!("fetch({file}).then(answer => answer.text())");
    let case = browser.evaluate(&case);
    assert!(case.as_str().unwrap().contains("(check-sat)"), "{case}");
    assert!(browser.said().is_empty(), "{:#?}", browser.said());

    // SIGKILL, while it reads what hunts write.
    server.kill().unwrap();
    server.wait().unwrap();
    browser.wait_for("document.getElementById('connection').textContent.startsWith('no conn')");
    for (mut hunt, name) in hunts.into_iter().zip(["one", "two"]) {
        assert_eq!(hunt.wait().unwrap().code(), Some(10), "{name}");
        let out = folder.join("hunts").join(name);
        let store = Store::read(&out).unwrap();
        assert_eq!(store.next_index().unwrap(), 600, "{name}");
        assert!(!store.findings().unwrap().is_empty());
        let status = HuntStatus::read(&out).unwrap();
        assert_eq!(status.ended.as_deref(), Some("done"));
    }

    let (mut server, address) = serve(folder);
    browser.open(&address, window);
    browser.wait_for("document.body.textContent.includes('0 of 2hunts at work')");
    assert_eq!(
        browser.evaluate(formulas).as_str().map(str::is_empty),
        Some(false)
    );
    server.kill().unwrap();
    server.wait().unwrap();
}
