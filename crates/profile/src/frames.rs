//! Stack frames in a sanitizer's report.

use regex_lite::Regex;
use std::sync::LazyLock;

/// The frames of the first stack in a report, innermost first, as `function file.cpp:12`, those
/// of the sanitizer's own runtime and of the C and C++ libraries left out.
pub(crate) fn frames(report: &str) -> Vec<String> {
    static FRAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"(?m)^\s*#(\d+) 0x[0-9a-fA-F]+ (?:in )?(\S.*?)(?: \(BuildId[^)]*\))?\s*$").ok()
    });
    let Some(pattern) = FRAME.as_ref() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut last = None;
    for frame in pattern.captures_iter(report) {
        let number: usize = frame[1].parse().unwrap_or(0);
        if last.is_some_and(|l| number <= l) {
            break;
        }
        last = Some(number);
        if !is_runtime(&frame[2]) {
            found.push(shorten(&frame[2]));
        }
    }
    found
}

/// Whether a frame belongs to a sanitizer, an allocator or the C library.
pub fn is_runtime(frame: &str) -> bool {
    let marks = [
        "__interceptor_",
        "__asan_",
        "__sanitizer",
        "__ubsan",
        "operator new",
        "operator delete",
    ];
    let files = [
        "/libasan",
        "/libubsan",
        "/compiler-rt/",
        "/libsanitizer/",
        "/bits/",
        "libc.so",
        "/libc-start",
    ];
    let names = [
        "malloc",
        "free",
        "realloc",
        "calloc",
        "memcpy",
        "memmove",
        "memset",
        "abort",
        "raise",
        "_int_malloc",
        "_int_free",
        "_int_realloc",
        "malloc_consolidate",
        "unlink_chunk",
        "sysmalloc",
    ];
    marks.iter().any(|m| frame.starts_with(m))
        || files.iter().any(|f| frame.contains(f))
        || names
            .iter()
            .any(|n| frame.split([' ', '(']).next() == Some(n))
}

/// `f(int) /home/x/src/a.cpp:12:3` becomes `f(int) a.cpp:12`.
fn shorten(frame: &str) -> String {
    let Some((function, place)) = frame.rsplit_once(' ') else {
        return frame.to_owned();
    };
    let file = place.rsplit('/').next().unwrap_or(place);
    let mut parts = file.split(':');
    match (parts.next(), parts.next()) {
        (Some(name), Some(line)) => format!("{function} {name}:{line}"),
        _ if place.starts_with('(') => function.to_owned(),
        _ => frame.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_stack_without_the_runtime() {
        let report = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x60\n\
            READ of size 8 at 0x60 thread T0\n\
            \x20   #0 0x7f in __interceptor_memcpy (/usr/lib/libasan.so.8+0x3)\n\
            \x20   #1 0x55 in ast::hash(unsigned) const /home/u/z3/src/ast/ast.cpp:388:12\n\
            \x20   #2 0x56 in main /home/u/z3/src/shell/main.cpp:9\n\n\
            0x60 is located here\nfreed by thread T0 here:\n    #0 0x7f in free x.c:1\n";
        assert_eq!(
            frames(report),
            ["ast::hash(unsigned) const ast.cpp:388", "main main.cpp:9"]
        );
        assert!(frames("no stack").is_empty());
    }
}
