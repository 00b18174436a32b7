//! A page as a real browser shows it.

use std::path::{Path, PathBuf};
use std::process::Command;

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
    let Some(browser) = browser() else {
        let required = std::env::var_os("GADFLY_REQUIRE_BROWSER").is_some();
        assert!(!required, "there is no Chromium");
        eprintln!("passed over: there is no Chromium");
        return None;
    };
    let folder = tempfile::tempdir().expect("a folder for the browser");
    let shot = folder.path().join("page.png");
    let done = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--v=0",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.path().join("profile").display()
        ))
        .arg(format!("--screenshot={}", shot.display()))
        .args(["--window-size=1200,2400"])
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("the browser runs");
    Some(Look {
        said: String::from_utf8_lossy(&done.stderr).into_owned(),
        bytes: std::fs::metadata(&shot).map_or(0, |meta| meta.len()),
    })
}

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|program| program.is_file())
}
