//! A solver is as nice as we are, though it has a session of its own.

mod started;

use rustix::process::setpriority_process;
use started::{limits, shell};

#[test]
fn a_session_is_as_nice_as_its_starter() {
    let enabled = std::fs::read_to_string("/proc/sys/kernel/sched_autogroup_enabled");
    if enabled.map_or(true, |text| text.trim() != "1") {
        println!("the kernel does not share the CPU between sessions: nothing to see");
        return;
    }
    setpriority_process(None, 7).unwrap();
    // Without privileges the kernel takes one change every tenth of a second, of all processes.
    let said = (0..20).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(150));
        let raw =
            gadfly_exec::run(&shell("cat /proc/self/autogroup; nice"), b"", &limits()).unwrap();
        let said = String::from_utf8(raw.stdout).unwrap();
        said.contains("nice 7\n7\n").then_some(said)
    });
    assert!(said.is_some());
}
