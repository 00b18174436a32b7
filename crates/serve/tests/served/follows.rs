//! The page follows what hunts do: as events, and in a real browser.

use crate::{Serving, beat, find, hunt};
use gadfly_testkit::{Browser, Window};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

/// The data of the next event.
fn event(from: &mut impl BufRead) -> serde_json::Value {
    loop {
        let mut line = String::new();
        assert!(from.read_line(&mut line).unwrap() > 0, "the stream ended");
        if let Some(data) = line.strip_prefix("data: ") {
            return serde_json::from_str(data).unwrap();
        }
    }
}

#[test]
fn events_say_what_changed_and_no_more() {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().join("a");
    let mut store = hunt(&folder);
    let serving = Serving::of(top.path(), None);
    let mut stream = TcpStream::connect(serving.address).unwrap();
    let asked = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(asked.as_bytes()).unwrap();
    let mut stream = BufReader::new(stream);
    let first = event(&mut stream);
    let text = |event: &serde_json::Value, part: &str| {
        event[part].as_str().unwrap_or_default().to_string()
    };
    assert!(text(&first, "live-now").contains("1 of 1"), "{first}");
    assert!(text(&first, "live-found").contains("Nothing was found yet"));
    // More formulas change the figures, and not the findings.
    beat(&folder, 4321);
    let next = event(&mut stream);
    assert!(
        next["live-now"].as_str().unwrap().contains("4,321"),
        "{next}"
    );
    assert!(next["live-found"].is_null(), "{next}");
    find(&mut store, &folder, "z3-soundness-1");
    let next = std::iter::from_fn(|| Some(event(&mut stream)));
    let mut next = next.filter_map(|event| event["live-found"].as_str().map(String::from));
    assert!(next.next().unwrap().contains("unsat, z3-soundness-1"));
    // A hunt that begins while it is watched is seen, too.
    drop(hunt(&top.path().join("b")));
    while !event(&mut stream)["live-now"]
        .to_string()
        .contains("hunt/b/")
    {}
}

/// What a person sees: a finding appears, what was unfolded stays so, and nothing is reported on the
/// console; at every width, light and dark.
#[test]
fn a_browser_follows() {
    let top = tempfile::tempdir().unwrap();
    let [a, b] = ["a", "b"].map(|name| top.path().join(name));
    let [mut first, mut second] = [&a, &b].map(|folder| hunt(folder));
    find(&mut first, &a, "z3-soundness-1");
    let serving = Serving::of(top.path(), None);
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let address = format!("http://{}/", serving.address);
    browser.open(&address, Window::of(1280, false));
    browser.wait_for("document.getElementById('connection').textContent == 'live'");
    browser.evaluate("document.getElementById('z3-soundness-1').open = true");
    find(&mut second, &b, "z3-soundness-2");
    beat(&b, 77);
    browser.wait_for("document.getElementById('z3-soundness-2') != null");
    browser.wait_for("document.body.textContent.includes('77')");
    let open = "[...document.querySelectorAll('details[open]')].map(e => e.id).join(' ')";
    assert_eq!(browser.evaluate(open), "z3-soundness-1");
    // What solvers said stays text, on the page and in what came later.
    assert_eq!(browser.evaluate("document.title"), "gadfly: live");
    assert_eq!(browser.evaluate("document.images.length"), 0);
    for (width, dark) in [(360, true), (1280, false), (2000, false)] {
        browser.open(&address, Window::of(width, dark));
        browser.wait_for("document.getElementById('connection').textContent == 'live'");
        browser.evaluate("document.querySelectorAll('details').forEach(e => e.open = true)");
        assert_eq!(browser.faults(), [""; 0], "{width}");
        assert!(browser.said().is_empty(), "{:#?}", browser.said());
    }
    // Without the server the page says so, and goes on when it is back.
    drop(serving);
    browser
        .wait_for("document.getElementById('connection').textContent.startsWith('no connection')");
}
