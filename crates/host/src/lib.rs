//! A process that is cvc5: loads its library and speaks SMT-LIB as its executable does.
//!
//! The wheels of cvc5 hold no executable. From 1.2.0 on their library has a C interface with a
//! parser, so a small process of ours can do the rest: options, input, output, exit codes.

mod engine;
mod generator;
mod input;
mod library;
mod options;

use engine::{Engine, Step};
use input::Commands;
use library::Library;
use options::Options;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Exit code when the host itself cannot work: never a fault of cvc5.
const HOST_FAILED: i32 = 127;

/// Signals of a stack that overflows and of memory that is not there.
const SIGSEGV: i32 = 11;
const SIGBUS: i32 = 7;
const SIG_DFL: usize = 0;

unsafe extern "C" {
    fn signal(number: i32, handler: usize) -> usize;
}

/// Dies of these signals as any program does. Rust's handler would print a message of ours about the stack of
/// cvc5 and abort.
fn die_plainly() {
    for number in [SIGSEGV, SIGBUS] {
        // SAFETY: the C library's function with a known signal and the default disposition.
        unsafe { signal(number, SIG_DFL) };
    }
}

/// Runs the host with the arguments `LIBRARY [OPTION…] [FILE]` and gives its exit code.
pub fn cvc5_main(arguments: impl IntoIterator<Item = OsString>) -> i32 {
    die_plainly();
    let mut arguments = arguments.into_iter();
    let Some(path) = arguments.next().map(PathBuf::from) else {
        eprintln!("gadfly host: no library was named");
        return HOST_FAILED;
    };
    let words = arguments.map(|a| a.to_string_lossy().into_owned());
    let options = Options::parse(words);
    let library = match Library::load(&path) {
        Ok(library) => library,
        Err(fault) => {
            eprintln!("gadfly host: {fault}");
            return HOST_FAILED;
        }
    };
    run(&library, &options)
}

fn run(library: &Library, options: &Options) -> i32 {
    let mut out = io::stdout().lock();
    if options.version {
        let version = Engine::new(library, &[], options.language)
            .map(|e| e.version())
            .unwrap_or_default();
        let printed = writeln!(out, "This is cvc5 version {version}");
        return i32::from(printed.is_err());
    }
    if let Some(limit) = options.time_limit {
        watch(limit);
    }
    let commands = match Commands::open(options.file.as_deref()) {
        Ok(commands) => commands,
        Err(fault) => {
            let _ = writeln!(out, "(error \"Couldn't open file: {fault}\")");
            return 1;
        }
    };
    let mut engine = match Engine::new(library, &options.settings, options.language) {
        Ok(engine) => engine,
        Err(message) => {
            eprintln!(
                "{}",
                engine::error(&format!("Error in option parsing: {message}"))
            );
            return 1;
        }
    };
    for command in commands {
        let (output, step) = engine.run(&command);
        if say(&mut out, &output).is_err() {
            return 1;
        }
        match step {
            Step::On => {}
            Step::Exit => return 0,
            Step::Stop => return 1,
        }
    }
    0
}

fn say(out: &mut impl Write, text: &str) -> io::Result<()> {
    if !text.is_empty() {
        out.write_all(text.as_bytes())?;
        if !text.ends_with('\n') {
            out.write_all(b"\n")?;
        }
    }
    // An answer must be seen before the next command is read: someone may be waiting for it.
    out.flush()
}

/// The executable's time limit, which the library alone does not keep: a message and an abort.
fn watch(limit: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        let _ = io::stderr().write_all(b"cvc5 interrupted by timeout.\n");
        std::process::abort();
    });
}
