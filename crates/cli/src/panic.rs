//! A panic is a bug of ours: it ends the command at once, with words and an exit code of its own.

use std::io::Write;
use std::process::exit;

/// The code of rustc's own runtime, which never means a finding.
const CODE: i32 = 101;

/// Sees to it that a panic of any thread ends the process, in builds that unwind and in builds that
/// abort. What a hunt or a study had written stays, as after a kill.
pub(crate) fn ends_the_process() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        told(info);
        // Not `eprintln!`, which panics where standard error is closed.
        let _ = std::io::stderr().write_all(
            b"error: this is a bug of gadfly, and says nothing of a solver; please report it with the \
              command line and the lines above. A hunt goes on with `gadfly hunt --resume DIR`\n",
        );
        exit(CODE)
    }));
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    /// In this test's own executable, started again: another thread panics while the first one waits.
    #[test]
    fn of_any_thread_with_the_exit_code_of_a_bug() {
        if std::env::var_os("GADFLY_TEST_PANICS").is_some() {
            super::ends_the_process();
            let thread = std::thread::spawn(|| panic!("planted"));
            let _ = thread.join();
            std::process::exit(0);
        }
        let name = "panic::tests::of_any_thread_with_the_exit_code_of_a_bug";
        let mut again = Command::new(std::env::current_exe().unwrap());
        again
            .args(["--exact", name, "--nocapture"])
            .env("GADFLY_TEST_PANICS", "1");
        let done = again.output().unwrap();
        let words = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(super::CODE), "{words}");
        assert!(
            words.contains("planted") && words.contains("a bug of gadfly"),
            "{words}"
        );
    }
}
