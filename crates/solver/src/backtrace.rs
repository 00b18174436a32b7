//! Where a solver dies, as a debugger shows it: to tell which crashes may have one cause.

use crate::solver::{Mode, Options, Solver};
use gadfly_exec::{Command, Limits, MemoryKind, run_cancellable};
use gadfly_profile::is_runtime;
use std::path::PathBuf;
use std::time::Duration;

const DEBUGGER: &str = "gdb";
/// What one look with the debugger may take: reading a large program's symbols is most of it.
const MOST_TIME: Duration = Duration::from_secs(30);
const MOST_MEMORY: u64 = 4 << 30;
const MOST_OUTPUT: u64 = 1 << 20;
/// How many frames are kept.
const KEPT: usize = 8;
/// A stack that is deeper is the trace of a recursion without end: where it is cut off tells nothing.
const DEEP: usize = 2000;
/// What comes back so often among the innermost frames belongs to the recursion.
const AGAIN: usize = 3;

/// What the debugger is told: nothing of the user's or the program's own settings counts, and no
/// address is printed.
const ORDERS: [&str; 7] = [
    "set startup-with-shell off",
    "set print address off",
    "set print frame-arguments none",
    "handle SIGPIPE nostop noprint",
    "run",
    "backtrace 80",
    "backtrace -1",
];

impl Solver {
    /// The solver's own functions on the stack when a signal ends it on a script, innermost first.
    /// None where there is no debugger, there are no symbols, or it does not die. A stack is for
    /// grouping alone and never part of an identity.
    pub fn frames_at_death(&self, script: &str, options: &Options) -> Vec<String> {
        let Some(debugger) = debugger().filter(|_| self.reads_stdin()) else {
            return Vec::new();
        };
        let solver = self.command(Mode::Stdin, script, options);
        let mut command = Command::new(debugger)
            .args(["-nx", "-batch", "-iex", "set auto-load no"])
            .args(ORDERS.iter().flat_map(|order| ["-ex", order]))
            .arg("--args")
            .arg(&solver.program)
            .args(solver.args.iter().cloned());
        command.env = solver.env;
        // By resident size: a debugger maps far more than it uses, and the solver inherits limits.
        let limits = Limits {
            wall: Some(MOST_TIME),
            cpu: Some(MOST_TIME),
            memory: Some(MOST_MEMORY),
            memory_kind: MemoryKind::Resident,
            output: Some(MOST_OUTPUT),
            ..Limits::default()
        };
        let cancel = options.cancel.as_ref();
        let run = run_cancellable(&command, script.as_bytes(), &limits, cancel);
        let said = run.map(|raw| String::from_utf8_lossy(&raw.stdout).into_owned());
        own_frames(&said.unwrap_or_default())
    }
}

fn debugger() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(DEBUGGER))
        .find(|file| file.is_file())
}

/// The functions of a backtrace that gdb printed, those of the system's libraries left out; one
/// that calls itself counts once. Of a recursion without end, the functions that call each other.
fn own_frames(printed: &str) -> Vec<String> {
    let mut found: Vec<&str> = Vec::new();
    for function in printed.lines().filter_map(own_function) {
        if found.last().is_none_or(|last| *last != function) {
            found.push(function);
        }
    }
    let deepest = printed.lines().filter_map(number).max();
    if deepest.is_some_and(|number| number > DEEP) {
        found = cycle(&found);
    }
    found.truncate(KEPT);
    found.into_iter().map(String::from).collect()
}

/// The functions that come back, in the order of one round, the least first: wherever a stack ends.
fn cycle<'a>(functions: &[&'a str]) -> Vec<&'a str> {
    let times = |one: &str| functions.iter().filter(|it| **it == one).count();
    let again: Vec<&str> = functions
        .iter()
        .copied()
        .filter(|function| times(function) >= AGAIN)
        .collect();
    let Some(first) = again.iter().copied().min() else {
        return functions.to_vec();
    };
    let start = again.iter().position(|it| *it == first).unwrap_or(0);
    let mut round: Vec<&str> = Vec::new();
    for &function in &again[start..] {
        if !round.contains(&function) {
            round.push(function);
        }
    }
    round
}

/// The number of a frame.
fn number(line: &str) -> Option<usize> {
    line.strip_prefix('#')?.split_once(' ')?.0.parse().ok()
}

/// The function of a line such as `#3  0x… in f(int) const (x=…) at a.cpp:12`, where it is the
/// solver's own and known by name.
fn own_function(line: &str) -> Option<&str> {
    number(line)?;
    let (_, frame) = line.split_once(' ')?;
    let mut frame = frame.trim();
    if let Some((address, rest)) = frame.split_once(" in ")
        && address.starts_with("0x")
    {
        frame = rest;
    }
    if let Some((function, library)) = frame.rsplit_once(" from ") {
        let system = ["/lib/", "/lib64/", "/usr/lib"];
        if system.iter().any(|folder| library.starts_with(folder)) {
            return None;
        }
        frame = function;
    }
    let frame = frame.rsplit_once(" at ").map_or(frame, |(frame, _)| frame);
    let function = without_values(frame)?.trim_end();
    // A part of a function that the compiler has split is still that function.
    let function = function.split(" [clone").next()?.trim_end();
    let foreign = function == "??" || function.starts_with("__") || function.starts_with("std::");
    (!foreign && !function.is_empty() && !is_runtime(function)).then_some(function)
}

/// A frame without the values of its arguments, which come last in parentheses of their own.
fn without_values(frame: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (at, byte) in frame.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' if depth == 1 => return Some(&frame[..at]),
            b'(' => depth = depth.saturating_sub(1),
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As gdb 15 prints it for a release without debug information.
    const RELEASE: &str = "[Thread debugging using libthread_db enabled]

Program received signal SIGSEGV, Segmentation fault.
theory::look(expr*) ()
#0  theory::look(expr*) ()
#1  context::make_formula(expr*, bool) [clone .part.0] ()
#2  context::make_formula(expr*, bool) ()
#3  (anonymous namespace)::wrap::operator()(goal const&) ()
#4  main ()
";
    /// With debug information, addresses, an abort and a library.
    const DEBUG: &str = "#0  0x00007ffff7c9 in __pthread_kill_implementation () from /lib/x86_64-linux-gnu/libc.so.6
#1  0x00007ffff7c4 in raise () from /lib/x86_64-linux-gnu/libc.so.6
#2  0x00007ffff7c2 in abort () from /lib/x86_64-linux-gnu/libc.so.6
#3  0x0000555555 in ?? ()
#4  0x0000555556 in ns::f (this=..., n=...) at ../src/a b.cpp:12
#5  ns::f (this=..., n=...) at ../src/a b.cpp:14
#6  0x00007ffff0 in ns::g(int) const () from /home/u/libsolver.so
Backtrace stopped: previous frame inner to this frame (corrupt stack?)
";

    #[test]
    fn frames_are_the_solvers_own_and_have_no_addresses() {
        assert_eq!(
            own_frames(RELEASE),
            [
                "theory::look(expr*)",
                "context::make_formula(expr*, bool)",
                "(anonymous namespace)::wrap::operator()(goal const&)",
                "main"
            ]
        );
        assert_eq!(own_frames(DEBUG), ["ns::f", "ns::g(int) const"]);
    }

    #[test]
    fn a_recursion_without_end_is_its_functions_wherever_it_was_cut_off() {
        let printed = |calls: &[&str], last: usize| {
            let lines = calls.iter().enumerate();
            let lines = lines.map(|(n, call)| format!("#{n}  {call} ()\n"));
            lines.collect::<String>() + &format!("#{last}  main ()\n")
        };
        let rounds = |inner: &[&'static str]| {
            let around = ["n::check", "n::approx", "n::find"].iter().cycle().take(12);
            inner.iter().chain(around).copied().collect::<Vec<_>>()
        };
        for inner in [
            &["n::alloc", "n::look"][..],
            &["n::find", "n::sum"],
            &["n::approx", "n::find"],
        ] {
            let calls = rounds(inner);
            let deep = own_frames(&printed(&calls, 40_000));
            assert_eq!(deep, ["n::approx", "n::find", "n::check"], "{inner:?}");
            // A crash inside some calls of itself is where it is.
            assert_eq!(own_frames(&printed(&calls, 80))[..2], inner[..2]);
        }
    }

    #[test]
    fn no_stack_is_no_frames() {
        for said in [
            "",
            "[Inferior 1 (process 7) exited normally]\nNo stack.\n",
            "warning: ptrace: Operation not permitted\n",
            "# a remark\n#x  f ()\n#1\n#1  (\n#2  )\n#3  f",
        ] {
            assert_eq!(own_frames(said), Vec::<String>::new(), "{said}");
        }
    }
}
