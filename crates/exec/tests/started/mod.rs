//! Shells that are started here, and how long they may take.

use gadfly_exec::{Command, Limits};
use std::time::Duration;

pub(crate) fn limits() -> Limits {
    Limits {
        wall: Some(Duration::from_secs(60)),
        ..Limits::default()
    }
}

pub(crate) fn shell(script: &str) -> Command {
    Command::new("/bin/sh").args(["-c", script])
}
