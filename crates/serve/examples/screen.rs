//! A screen of the live page, for the guide, while hunts are at work in a folder:
//! `cargo run -p gadfly-serve --example screen -- FOLDER DIR`. Says what is wrong with the page, too.

use gadfly_serve::{Gate, Server};
use gadfly_testkit::{Browser, Window};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

fn main() {
    let mut words = std::env::args().skip(1).map(PathBuf::from);
    let (Some(hunts), Some(folder)) = (words.next(), words.next()) else {
        panic!("give a folder of hunts and one for the screen");
    };
    let any = SocketAddr::from(([127, 0, 0, 1], 0));
    let gate = Gate {
        loopback: true,
        ..Gate::default()
    };
    let server = Server::bind(any, vec![hunts], gate).expect("a server");
    let address = format!("http://{}/", server.address());
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| server.run(&stop).expect("it answers"));
        let mut browser = Browser::start().expect("Chromium");
        browser.open(&address, Window::of(1280, false));
        browser.wait_for("document.getElementById('connection').textContent == 'live'");
        browser.screenshot(&folder.join("serve-1280.png"), 0.6);
        for fault in browser.faults().iter().chain(browser.said()) {
            println!("{fault}");
        }
        stop.store(true, Ordering::SeqCst);
    });
}
