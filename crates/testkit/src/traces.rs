//! What a test may have left behind: processes, open files, memory.

use std::path::Path;

/// Processes, other than zombies, that this test process started through `gadfly-exec`, found by
/// the mark in their environment.
pub fn own_processes() -> Vec<i32> {
    processes_of(std::process::id())
}

/// The same for another process.
pub fn processes_of(owner: u32) -> Vec<i32> {
    let prefix = format!("GADFLY_RUN={owner}-");
    let marked = |pid: &i32| {
        std::fs::read(format!("/proc/{pid}/environ")).is_ok_and(|environ| {
            environ
                .split(|byte| *byte == 0)
                .any(|word| word.starts_with(prefix.as_bytes()))
        })
    };
    numbers("/proc").into_iter().filter(marked).collect()
}

/// How many files this process has open.
pub fn open_files() -> usize {
    numbers("/proc/self/fd").len()
}

/// Resident memory of this process in bytes.
pub fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse::<u64>().ok())
        .unwrap_or(0);
    pages * rustix::param::page_size() as u64
}

fn numbers(folder: impl AsRef<Path>) -> Vec<i32> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut numbers: Vec<i32> = entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    numbers.sort_unstable();
    numbers
}
