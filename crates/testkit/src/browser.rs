//! A page as a real browser shows it: headless Chromium, driven over its debugging pipe.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// What looks through a page for faults; it returns a list of sentences.
const PROBE: &str = include_str!("browser/probe.js");
/// A busy machine starts a browser slowly; one that says nothing for so long never will.
const PATIENCE: Duration = Duration::from_secs(120);

/// A window: how wide and how high it is, and whether the reader prefers dark pages.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// The reader's setting.
    pub dark: bool,
}

impl Window {
    /// One so wide, as high as on most screens.
    pub fn of(width: u32, dark: bool) -> Window {
        let height = 900;
        Window {
            width,
            height,
            dark,
        }
    }
}

/// A browser with one page open.
pub struct Browser {
    process: Child,
    orders: ChildStdin,
    answers: Receiver<Value>,
    session: Option<String>,
    last: u64,
    said: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts one. `None` where there is none, which is said; with `GADFLY_REQUIRE_BROWSER` set that
    /// is a failure.
    pub fn start() -> Option<Browser> {
        let Some(program) = program() else {
            let required = std::env::var_os("GADFLY_REQUIRE_BROWSER").is_some();
            assert!(!required, "there is no Chromium");
            eprintln!("passed over: there is no Chromium");
            return None;
        };
        let profile = tempfile::tempdir().expect("a folder for the browser");
        let data = format!("--user-data-dir={}", profile.path().display());
        // It takes orders from descriptor 3 and answers on 4.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh"])
            .arg(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", &data])
            .args(["--remote-debugging-pipe", "about:blank"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let output = process.stdout.take().expect("its answers");
        let mut browser = Browser {
            orders: process.stdin.take().expect("its orders"),
            answers: answers(BufReader::new(output)),
            process,
            session: None,
            last: 0,
            said: Vec::new(),
            _profile: profile,
        };
        browser.attach();
        Some(browser)
    }

    fn attach(&mut self) {
        let targets = self.order("Target.getTargets", &json!({}));
        let pages = targets["targetInfos"].as_array().into_iter().flatten();
        let mut pages = pages.filter(|target| target["type"] == "page");
        let page = pages.next().expect("a page is open")["targetId"].clone();
        let asked = json!({"targetId": page, "flatten": true});
        let attached = self.order("Target.attachToTarget", &asked);
        self.session = attached["sessionId"].as_str().map(String::from);
        for domain in ["Page.enable", "Runtime.enable", "Log.enable"] {
            self.order(domain, &json!({}));
        }
    }

    /// Opens an address in a window of some size, and waits until it is loaded.
    pub fn open(&mut self, address: &str, window: Window) {
        let Window {
            width,
            height,
            dark,
        } = window;
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.order("Emulation.setDeviceMetricsOverride", &size);
        let scheme = if dark { "dark" } else { "light" };
        let scheme = json!({"name": "prefers-color-scheme", "value": scheme});
        self.order(
            "Emulation.setEmulatedMedia",
            &json!({ "features": [scheme] }),
        );
        self.said.clear();
        let opened = self.order("Page.navigate", &json!({ "url": address }));
        assert!(
            opened["errorText"].is_null(),
            "{address}: {}",
            opened["errorText"]
        );
        self.wait_for("document.readyState == 'complete'");
    }

    /// What an expression is on the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let value = self.try_evaluate(expression);
        value.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The same; the error of a page that is being left.
    fn try_evaluate(&mut self, expression: &str) -> Result<Value, Value> {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.try_order("Runtime.evaluate", &asked)?;
        assert!(
            result["exceptionDetails"].is_null(),
            "{expression}: {result:#}"
        );
        Ok(result["result"]["value"].clone())
    }

    /// Waits until an expression is true, on another page where this one is left; returns how long
    /// that took.
    pub fn wait_for(&mut self, expression: &str) -> Duration {
        let begun = Instant::now();
        while self.try_evaluate(expression) != Ok(json!(true)) {
            assert!(begun.elapsed() < PATIENCE, "never true: {expression}");
            std::thread::sleep(Duration::from_millis(50));
        }
        begun.elapsed()
    }

    /// What the page reported since it was opened: its console, exceptions, blocked loads.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// What is wrong with the page as it is: what sticks out of the window, words on each other,
    /// texts of weak contrast, what a keyboard or a screen reader does not find.
    pub fn faults(&mut self) -> Vec<String> {
        let list = self.evaluate(PROBE);
        let list = list.as_array().expect("a list of faults").iter();
        list.map(|fault| fault.as_str().unwrap_or_default().to_string())
            .collect()
    }

    /// Writes what the window shows as a PNG file, so many times as large.
    pub fn screenshot(&mut self, file: &Path, scale: f64) {
        let size = self.evaluate("[scrollX, scrollY, innerWidth, innerHeight]");
        let clip = json!({"x": size[0], "y": size[1], "width": size[2], "height": size[3],
            "scale": scale});
        let asked = json!({"format": "png", "clip": clip, "optimizeForSpeed": false});
        let shot = self.order("Page.captureScreenshot", &asked);
        let bytes = base64(shot["data"].as_str().expect("a picture"));
        std::fs::write(file, bytes).expect("the picture is written");
    }

    fn order(&mut self, method: &str, parameters: &Value) -> Value {
        let answer = self.try_order(method, parameters);
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Sends an order and waits for its answer; what the page reports meanwhile is kept.
    fn try_order(&mut self, method: &str, parameters: &Value) -> Result<Value, Value> {
        self.last += 1;
        let mut order = json!({"id": self.last, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            order["sessionId"] = json!(session);
        }
        write!(self.orders, "{order}\0").expect("the browser listens");
        loop {
            let answer = self.answers.recv_timeout(PATIENCE);
            let mut answer = answer.unwrap_or_else(|_| panic!("no answer to {method}"));
            if answer["id"] == json!(self.last) {
                return match answer["error"].take() {
                    Value::Null => Ok(answer["result"].take()),
                    error => Err(error),
                };
            }
            self.said.extend(report(&answer));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = write!(
            self.orders,
            "{}\0",
            json!({"id": 0, "method": "Browser.close"})
        );
        let deadline = Instant::now() + Duration::from_secs(10);
        while Instant::now() < deadline {
            if let Ok(Some(_)) = self.process.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The faults of a page at the widths from a telephone to a large screen, light and dark, and what
/// its console says. `None` where there is no browser.
pub fn page_faults(page: &Path) -> Option<Vec<String>> {
    let mut browser = Browser::start()?;
    let address = format!("file://{}", page.display());
    let mut all = Vec::new();
    for (width, dark) in [(360, false), (1280, true), (2000, false), (360, true)] {
        browser.open(&address, Window::of(width, dark));
        // What is folded away may stick out as well.
        browser.evaluate("document.querySelectorAll('details').forEach(e => e.open = true)");
        let mut faults = browser.faults();
        faults.extend_from_slice(browser.said());
        let face = if dark { "dark" } else { "light" };
        all.extend(
            faults
                .iter()
                .map(|fault| format!("{width}, {face}: {fault}")),
        );
    }
    Some(all)
}

/// Reads messages, which end with a zero byte, until there are no more.
fn answers(mut from: impl BufRead + Send + 'static) -> Receiver<Value> {
    let (out, answers) = channel();
    std::thread::spawn(move || {
        let mut message = Vec::new();
        while from.read_until(0, &mut message).is_ok_and(|n| n > 0) {
            message.pop();
            let Ok(value) = serde_json::from_slice(&message) else {
                return;
            };
            if out.send(value).is_err() {
                return;
            }
            message.clear();
        }
    });
    answers
}

/// What a message reports that a clean page does not.
fn report(message: &Value) -> Option<String> {
    let of = &message["params"];
    match message["method"].as_str()? {
        "Runtime.consoleAPICalled" => Some(format!("console: {}", of["args"])),
        "Runtime.exceptionThrown" => Some(format!("exception: {}", of["exceptionDetails"])),
        "Log.entryAdded" => Some(format!("browser: {}", of["entry"]["text"])),
        _ => None,
    }
}

fn base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter(|b| *b != b'=');
    let digits: Vec<u32> = digits
        .filter_map(|b| LETTERS.iter().position(|letter| *letter == b))
        .map(|at| at as u32)
        .collect();
    let group = |group: &[u32]| {
        let bits = group.iter().fold(0, |bits, digit| bits << 6 | digit);
        let bits = bits << (6 * (4 - group.len()));
        bits.to_be_bytes()[1..group.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_read_back() {
        for (text, bytes) in [("TWFu", "Man"), ("TWE=", "Ma"), ("TQ==", "M"), ("", "")] {
            assert_eq!(base64(text), bytes.as_bytes());
        }
    }

    const FAULTY: &str =
        "<!DOCTYPE html><html><title>x</title><style>p{color:#999;width:900px}</style>
        <h1>a</h1><h3>b</h3><p>grey</p><button></button><a href='#nowhere'>c</a>
        <div style='width:9px;overflow-wrap:anywhere'><span style='display:block'>letters</span></div>
        <table><tr><td>1</table><b id=x></b><i id=x></i><script>console.error('e')</script>";

    /// The probe sees each fault that it is there for.
    #[test]
    fn every_fault_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("faulty.html");
        std::fs::write(&file, FAULTY).expect("the page");
        let Some(faults) = page_faults(&file) else {
            return;
        };
        for part in [
            "360, light: sticks out: P grey",
            "weak contrast 2.8: P grey",
            "a letter a line: SPAN letters",
            "no main",
            "no language",
            "heading H3 after H1",
            "without a name: BUTTON",
            "leads nowhere: #nowhere",
            "without a name: TABLE",
            "twice: #x",
            "console: ",
        ] {
            let found = faults.iter().any(|fault| fault.contains(part));
            assert!(found, "{part} is not in {faults:#?}");
        }
    }
}
