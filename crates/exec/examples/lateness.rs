//! How late a time limit is: from the limit until nothing is left of the process and of what it started.
//!
//! `cargo run --release -p gadfly-exec --example lateness [RUNS]`

use gadfly_exec::{Command, LimitHit, Limits};
use gadfly_testkit::fake_solver_path;
use std::time::Duration;

fn main() {
    gadfly_exec::guardian_entry();
    let runs = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(100);
    let wall = Duration::from_millis(100);
    println!(
        "{:<40} {:>10} {:>10} {:>10}",
        "milliseconds late", "median", "95 %", "worst"
    );
    for rules in [
        "always: hang",
        "always: spin",
        "always: flood",
        "always: eat 500; hang",
        "always: ignore-term; hang",
        "always: ignore-term; fork; fork-setsid; hang",
    ] {
        let command = Command::new(fake_solver_path()).args(["-in", "-e", rules]);
        let mut late: Vec<Duration> = (0..runs).map(|_| lateness(&command, wall)).collect();
        late.sort_unstable();
        let at = |share: usize| late[(late.len() - 1) * share / 100].as_secs_f64() * 1e3;
        println!(
            "{rules:<40} {:>10.1} {:>10.1} {:>10.1}",
            at(50),
            at(95),
            at(100)
        );
    }
}

fn lateness(command: &Command, wall: Duration) -> Duration {
    let limits = Limits {
        wall: Some(wall),
        ..Limits::default()
    };
    let raw = gadfly_exec::run(command, b"(check-sat)", &limits).expect("the fake solver runs");
    assert_eq!(raw.limit, Some(LimitHit::Wall));
    raw.wall.saturating_sub(wall)
}
