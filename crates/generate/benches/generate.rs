//! How many formulas a second come out of the generator, on one core.
//!
//! `cargo bench -p gadfly-generate --bench generate`. Time is the thread's CPU time, so that a busy
//! machine does not change the figure. Beside each figure stands what copying the same bytes takes.

use gadfly_generate::{Generator, Logic, Options};
use gadfly_testkit::thread_seconds;

fn main() {
    let logics = [
        "QF_BV", "QF_AUFBV", "QF_LIA", "QF_NRA", "QF_UF", "QF_SLIA", "QF_FP", "AUFLIRA", "UFDT",
        "ALL",
    ];
    println!(
        "{:10} {:>12} {:>8} {:>14} {:>12}",
        "logic", "formulas/s", "bytes", "1 KB each/s", "copying/s"
    );
    for name in logics {
        let logic = Logic::parse(name).expect("a logic");
        let generator =
            Generator::new(&gadfly_testkit::catalog(), Options::new(logic)).expect("options");
        let count = 20_000u64;
        let mut formulas = Vec::with_capacity(count as usize);
        let start = thread_seconds();
        for index in 0..count {
            formulas.push(generator.formula(1, index).expect("a formula").text);
        }
        let making = thread_seconds() - start;
        let bytes: usize = formulas.iter().map(String::len).sum();
        let start = thread_seconds();
        let copies = formulas.clone();
        let copying = thread_seconds() - start;
        std::hint::black_box(copies);
        let rate = count as f64 / making;
        println!(
            "{name:10} {rate:>12.0} {:>8} {:>14.0} {:>12.0}",
            bytes / count as usize,
            bytes as f64 / 1024.0 / making,
            count as f64 / copying,
        );
    }
}
