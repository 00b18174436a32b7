//! What a finished program said.

use std::process::Output;

/// The exit code, standard output and standard error.
pub fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    (output.status.code(), out, error)
}
