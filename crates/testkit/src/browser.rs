//! A page as a real browser shows it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What came of loading a page.
#[derive(Debug)]
pub struct Look {
    /// Everything that the browser reported, its console included.
    pub said: String,
    /// The size of the screenshot: a blank sheet is a few kilobytes.
    pub bytes: u64,
}

impl Look {
    /// Panics where the console is not empty or the sheet is blank.
    pub fn is_clean(&self) {
        let Look { said, bytes } = self;
        assert!(!said.contains("CONSOLE"), "{said}");
        assert!(
            *bytes > 50_000,
            "a screenshot of {bytes} bytes is a blank sheet:\n{said}"
        );
    }
}

/// Loads a page in headless Chromium. `None` where there is none, which is said; with
/// `GADFLY_REQUIRE_BROWSER` set it is a failure.
pub fn look_at(page: &Path) -> Option<Look> {
    let folder = tempfile::tempdir().expect("a folder for the browser");
    let shot = folder.path().join("page.png");
    let shoot = format!("--screenshot={}", shot.display());
    let logged = ["--enable-logging=stderr", "--v=0"];
    let done = load(page, 1200, &[logged[0], logged[1], &shoot])?;
    Some(Look {
        said: String::from_utf8_lossy(&done.stderr).into_owned(),
        bytes: std::fs::metadata(&shot).map_or(0, |meta| meta.len()),
    })
}

/// What is wrong with a page in a window of some width: what sticks out of it, and words of a plot
/// that lie on each other. `None` as in [`look_at`].
pub fn layout_faults(page: &Path, width: u32) -> Option<Vec<String>> {
    let folder = tempfile::tempdir().expect("a folder for the browser");
    let copy = folder.path().join("page.html");
    let text = std::fs::read_to_string(page).expect("the page");
    let text = text.replace("<details ", "<details open ");
    let probe = format!("<script>{PROBE}</script>");
    std::fs::write(&copy, text + &probe).expect("a copy of the page");
    let done = load(&copy, width, &["--dump-dom"])?;
    let dom = String::from_utf8_lossy(&done.stdout);
    let list = dom.split("<pre id=\"faults\">").nth(1);
    let list = list.and_then(|rest| rest.split("</pre>").next());
    let list = list.unwrap_or_else(|| panic!("the probe did not run:\n{dom}"));
    Some(list.lines().map(String::from).collect())
}

/// Writes a list of faults at the end of the page. What scrolls by itself may be wider.
const PROBE: &str = r#"
const faults = [], edge = document.documentElement.clientWidth + 1;
const scrolls = e => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
for (const e of document.body.querySelectorAll('*')) {
  const box = e.getBoundingClientRect();
  if (box.width && box.right > edge && !scrolls(e.parentElement))
    faults.push('sticks out: ' + e.tagName + ' ' + e.textContent.slice(0, 60));
}
for (const plot of document.querySelectorAll('svg.plot')) {
  const sheet = plot.getBoundingClientRect();
  const words = [...plot.querySelectorAll('text')].map(e => [e.textContent, e.getBoundingClientRect()]);
  words.forEach(([a, p], n) => {
    if (p.right > sheet.right + 1 || p.left < sheet.left - 1 || p.bottom > sheet.bottom + 1)
      faults.push('out of the plot: ' + a);
    for (const [b, q] of words.slice(n + 1))
      if (p.right - q.left > 1 && q.right - p.left > 1 && p.bottom - q.top > 3 && q.bottom - p.top > 3)
        faults.push('on each other: ' + a + ' and ' + b);
  });
}
const list = document.createElement('pre');
list.id = 'faults';
list.textContent = faults.join('\n');
document.body.append(list);
"#;

fn load(page: &Path, width: u32, more: &[&str]) -> Option<Output> {
    let Some(browser) = browser() else {
        let required = std::env::var_os("GADFLY_REQUIRE_BROWSER").is_some();
        assert!(!required, "there is no Chromium");
        eprintln!("passed over: there is no Chromium");
        return None;
    };
    let profile = tempfile::tempdir().expect("a folder for the browser");
    let done = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("--window-size={width},2400"))
        .args(more)
        .arg(format!("file://{}", page.display()))
        .output();
    Some(done.expect("the browser runs"))
}

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|program| program.is_file())
}
