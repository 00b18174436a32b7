//! What is given, and what is refused.

use crate::{Serving, find, hunt, rest};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;

/// A folder with a secret beside a hunt, and the hunt served.
fn served(token: Option<&str>) -> (tempfile::TempDir, Serving) {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().join("night");
    let mut store = hunt(&folder);
    find(&mut store, &folder, "z3-soundness-1");
    std::fs::write(top.path().join("secret"), "secret").unwrap();
    let files = folder.join("findings/z3-soundness-1");
    symlink(top.path().join("secret"), files.join("link.smt2")).unwrap();
    symlink(top.path(), folder.join("findings/out")).unwrap();
    let serving = Serving::of(&folder, token);
    (top, serving)
}

#[test]
fn pages_and_files_are_given_as_what_they_are() {
    let (_top, serving) = served(None);
    let front = serving.get("/", "");
    assert!(front.starts_with("HTTP/1.1 200 OK\r\n"), "{front}");
    for header in [
        "Content-Security-Policy: default-src 'none'; script-src 'sha256-",
        "frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff",
        "Cross-Origin-Resource-Policy: same-origin",
        "Referrer-Policy: no-referrer",
    ] {
        assert!(front.contains(header), "{header} is not in {front}");
    }
    assert!(!front.contains("Access-Control"));
    let link = "hunt/night/findings/z3-soundness-1/case.smt2";
    assert!(front.contains(link));
    // One script, which is the page's own: what solvers said is text.
    assert_eq!(front.matches("<script").count(), 1);
    let case = serving.get(&format!("/{link}"), "");
    assert!(case.ends_with("\r\n\r\n(check-sat)\n"), "{case}");
    let evil = serving.get("/hunt/night/findings/z3-soundness-1/evil.html", "");
    assert!(evil.contains("Content-Type: text/plain"), "{evil}");
    let list = serving.get("/hunt/night/findings/z3-soundness-1/", "");
    assert!(list.contains("case.smt2") && !list.contains("link.smt2"));
    let report = serving.get("/hunt/night/", "");
    assert!(report.contains("What was tested") && report.contains("1 finding"));
    assert_eq!(serving.status("/hunt/night", ""), "303");
    let head = serving.raw(b"HEAD / HTTP/1.0\r\nHost: localhost\r\n\r\n");
    assert!(
        head.contains("200 OK") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
}

#[test]
fn a_study_has_its_page_and_tables() {
    let top = tempfile::tempdir().unwrap();
    let study = top.path().join("study 1");
    std::fs::create_dir_all(study.join("plots")).unwrap();
    for (name, text) in [
        ("study.json", "{}"),
        ("index.html", "<h1>page</h1>"),
        ("plots/a.svg", "<svg/>"),
        (".hidden", "hidden"),
    ] {
        std::fs::write(study.join(name), text).unwrap();
    }
    symlink("/etc/hostname", study.join("plots/link.svg")).unwrap();
    let serving = Serving::of(top.path(), None);
    assert!(serving.get("/", "").contains("href=\"study/study-1/\""));
    let page = serving.get("/study/study-1/", "");
    assert!(page.contains("Content-Type: text/html") && page.ends_with("<h1>page</h1>"));
    assert!(
        page.contains("script-src 'sha256-"),
        "no other script runs on it"
    );
    let plot = serving.get("/study/study-1/plots/a.svg", "");
    assert!(plot.contains("Content-Type: image/svg+xml"), "{plot}");
    for path in ["plots/link.svg", ".hidden", "../secret", "none.csv"] {
        assert_eq!(
            serving.status(&format!("/study/study-1/{path}"), ""),
            "404",
            "{path}"
        );
    }
}

#[test]
fn what_did_not_change_is_not_sent_again() {
    let (_top, serving) = served(None);
    // It may have changed just then, but not for ever.
    let unchanged = (0..20).any(|_| {
        let front = serving.get("/", "");
        let tag = front.split("ETag: ").nth(1).unwrap();
        let tag = tag.split("\r\n").next().unwrap();
        let again = serving.get("/", &format!("If-None-Match: {tag}\r\n"));
        again.starts_with("HTTP/1.1 304 Not Modified\r\n") && again.ends_with("\r\n\r\n")
    });
    assert!(unchanged);
    let other = serving.get("/", "If-None-Match: \"0-0\"\r\n");
    assert!(other.starts_with("HTTP/1.1 200 OK"), "{other}");
}

#[test]
fn nothing_outside_is_given() {
    let (_top, serving) = served(None);
    for path in [
        "/hunt/night/store.sqlite",
        "/hunt/night/status.json",
        "/hunt/night/hunt.toml",
        "/hunt/night/../secret",
        "/hunt/night/findings/../../secret",
        "/hunt/night/findings/%2e%2e/%2e%2e/secret",
        "/hunt/night/findings/..%2f..%2fsecret",
        "/hunt/night/findings/z3-soundness-1/link.smt2",
        "/hunt/night/findings/out/secret",
        "/hunt/night/findings/out/",
        "/hunt/other/",
        "/../secret",
        "//etc/passwd",
    ] {
        let answer = serving.get(path, "");
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
}

#[test]
fn other_sites_and_other_requests_are_refused() {
    let (_top, serving) = served(None);
    let to = |text: &str| serving.raw(text.as_bytes());
    let host = format!("Host: {}\r\n", serving.address);
    for (text, status) in [
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n".into(), "421"),
        ("GET / HTTP/1.1\r\n\r\n".into(), "400"),
        (format!("POST / HTTP/1.1\r\n{host}\r\n"), "405"),
        (
            format!("GET / HTTP/1.1\r\n{host}Content-Length: 9\r\n\r\n"),
            "413",
        ),
        (
            format!("GET / HTTP/1.1\r\n{host}Origin: http://evil.example\r\n\r\n"),
            "403",
        ),
        (
            format!("GET /events HTTP/1.1\r\n{host}Origin: null\r\n\r\n"),
            "403",
        ),
        (
            format!("GET / HTTP/1.1\r\n{host}Sec-Fetch-Site: cross-site\r\n\r\n"),
            "403",
        ),
        (
            format!("GET / HTTP/1.1\r\n{host}X: {}\r\n\r\n", "x".repeat(20_000)),
            "431",
        ),
        ("\u{16}\u{3}\u{1}\r\n\r\n".into(), "405"),
    ] {
        let answer = to(&text);
        let start = format!("HTTP/1.1 {status}");
        assert!(answer.starts_with(&start), "{text:.80}: {answer}");
    }
    assert_eq!(serving.status("/", ""), "200");
}

#[test]
fn a_token_opens_and_a_wrong_one_does_not() {
    let token = "0123456789abcdef";
    let (_top, serving) = served(Some(token));
    let case = "/hunt/night/findings/z3-soundness-1/case.smt2";
    for path in [
        "/",
        "/events",
        "/hunt/night/",
        case,
        "/nothing",
        "/?token=0123456789abcdee",
    ] {
        let answer = serving.get(path, "");
        assert!(answer.starts_with("HTTP/1.1 401"), "{path}: {answer}");
        assert!(!answer.contains("check-sat") && !answer.contains(token));
    }
    let cookie = serving.get(&format!("/hunt/night/?token={token}"), "");
    assert!(cookie.starts_with("HTTP/1.1 303"), "{cookie}");
    assert!(cookie.contains("Location: /hunt/night/\r\n"), "{cookie}");
    assert!(cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
    // It leads nowhere else, whatever was asked for.
    let elsewhere = serving.get(&format!("//evil.example/?token={token}"), "");
    assert!(elsewhere.contains("Location: /\r\n"), "{elsewhere}");
    let kept = format!("Cookie: gadfly-token={token}\r\n");
    assert_eq!(serving.status(case, &kept), "200");
}

/// A client that sends a letter now and then, and many that send nothing, hold nobody up for ever.
#[test]
fn slow_and_many_clients_hold_nobody_up() {
    let (_top, serving) = served(None);
    let mut slow = TcpStream::connect(serving.address).unwrap();
    slow.write_all(b"GET / HT").unwrap();
    let silent: Vec<TcpStream> = (0..62)
        .map(|_| TcpStream::connect(serving.address).unwrap())
        .collect();
    // There is room for one more, and for no others.
    let mut last = TcpStream::connect(serving.address).unwrap();
    let refused = (0..50).map(|_| serving.get("/", ""));
    let busy = refused.into_iter().any(|answer| answer.contains(" 503 "));
    assert!(busy, "nobody was told that there are too many");
    let answer = rest(&mut slow);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    let mut ended = [0; 1];
    for mut stream in silent {
        // All are told and let go.
        assert!(stream.read(&mut ended).is_ok_and(|count| count <= 1));
    }
    let _ = last.read(&mut ended);
    assert_eq!(serving.status("/", ""), "200");
}
