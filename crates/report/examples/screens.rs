//! Screens of a hunt's page, for the guide: `cargo run -p gadfly-report --example screens -- HUNT DIR`.
//! Says what is wrong with the page, too.

use gadfly_report::{Summary, page};
use gadfly_testkit::{Browser, Window, page_faults};
use std::path::PathBuf;

/// Name, width, height, whether it is dark, and how large the picture is beside the window.
const SCREENS: [(&str, u32, u32, bool, f64); 4] = [
    ("report-360", 360, 800, false, 1.0),
    ("report-1280", 1280, 900, false, 0.6),
    ("report-1280-dark", 1280, 900, true, 0.6),
    ("report-2000", 2000, 1100, false, 0.5),
];

fn main() {
    let mut words = std::env::args().skip(1).map(PathBuf::from);
    let (Some(hunt), Some(folder)) = (words.next(), words.next()) else {
        panic!("give a hunt's folder and one for the screens");
    };
    let mut summary = Summary::load(&[&hunt]).expect("a hunt");
    summary.files_at(|_| Some(String::new()));
    // A reader of the guide is told the name of the folder, not where it was.
    summary.folders = vec!["hunt".into()];
    let file = hunt.join("page-of-screens.html");
    std::fs::write(&file, page(&summary)).expect("the page");
    let mut browser = Browser::start().expect("Chromium");
    for (name, width, height, dark, scale) in SCREENS {
        let window = Window {
            width,
            height,
            dark,
        };
        browser.open(&format!("file://{}", file.display()), window);
        browser.evaluate("document.querySelector('details').open = true");
        browser.screenshot(&folder.join(name).with_extension("png"), scale);
    }
    for fault in page_faults(&file).unwrap_or_default() {
        println!("{fault}");
    }
    std::fs::remove_file(&file).expect("the page goes");
}
