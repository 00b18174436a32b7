//! What a call costs without Python: `calls FILE COUNT` prints the nanoseconds of the median
//! `Script::parse` of a file. `crates/python/benches/calls.py` asks for it beside its own.

use gadfly_term::{Mode, Script};
use std::hint::black_box;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, count] = &args[..] else {
        return Err("usage: calls FILE COUNT".into());
    };
    let catalog = gadfly_testkit::catalog();
    let text = std::fs::read_to_string(file)?;
    let call = || {
        let started = Instant::now();
        let script = Script::parse(black_box(text.as_str()), &catalog, Mode::Default);
        drop(black_box(script));
        started.elapsed().as_nanos()
    };
    let mut times: Vec<u128> = (0..count.parse()?).map(|_| call()).collect();
    times.sort_unstable();
    println!("{}", times[times.len() / 2]);
    Ok(())
}
