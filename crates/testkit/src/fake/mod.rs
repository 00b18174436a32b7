//! A scriptable fake solver: answers, lies and every fault that a real one may show.
//!
//! It speaks enough SMT-LIB for fresh runs and persistent sessions, from a file or from standard
//! input: `fake-solver [--script FILE] [-e RULES] [--version] [FILE]`; other options are accepted
//! and ignored. Rules also come from the environment variable `FAKE_SOLVER` (text).
//!
//! Without rules every `check-sat` is answered by the formula's own `(set-info :status …)`, or
//! `sat`. A rule changes that:
//!
//! ```text
//! # one rule a line, the first that fits is taken
//! version Z3 version 4.8.7           (what --version prints)
//! on 3: crash SEGV                   (the third check-sat of this process)
//! every 10: slow 50                  (check-sats 10, 20, …)
//! when "bvmul": answer unsat         (the formula, since the last reset, contains this text)
//! reset "bvmul": hang                (at the reset after a formula that contains this text)
//! always: eat 100; answer unknown    (several actions, one after the other)
//! ```
//!
//! | action | what happens at the `check-sat` |
//! |---|---|
//! | `answer WORD` | prints the word (`sat`, `unsat`, `unknown`, anything) |
//! | `lie` | the opposite of the right answer |
//! | `twice` | the right answer, two times |
//! | `silent` | no answer |
//! | `say "TEXT"`, `grumble "TEXT"` | text on stdout / stderr, as it is; `\n`, `\0`, `\"`, `\\`, `\xFF` |
//! | `error "TEXT"` | `(error "TEXT")` and a line end on stdout |
//! | `model "TEXT"`, `core "TEXT"`, `reason "TEXT"` | what later `get-model`, `get-unsat-core`, `(get-info :reason-unknown)` print |
//! | `reply COMMAND "TEXT"` | what that command prints from now on |
//! | `assertion` | an assertion message in z3's style on stderr, exit 114 |
//! | `crash SIGNAL` | dies of it: `SEGV`, `ABRT`, `KILL`, … or a number |
//! | `exit CODE` | exits |
//! | `hang`, `spin` | sleeps / computes for ever |
//! | `slow MS`, `slower MS` | sleeps MS / MS times the number of this check-sat |
//! | `burn MS` | computes for MS of CPU time |
//! | `ignore-term` | SIGTERM does nothing from now on |
//! | `fork`, `fork-setsid`, `fork-quiet` | leaves a child that sleeps for ever: in the group / in its own session / in its own session, with no open files and no environment |
//! | `flood [BYTES]`, `flood-stderr [BYTES]` | prints that much, or without end |
//! | `close-stdout` | closes standard output and hangs |
//! | `eat MB` | takes and touches that much memory |
//! | `leak [WORD]` | this formula's answer, or WORD, is the answer to all later ones, `(reset)` or not |
//!
//! Unless an action answered or ended the process, the right answer follows the actions.

mod act;
mod commands;
mod rules;
mod solver;

pub use rules::{Action, BadRule, Rules};
pub use solver::fake_solver_main;
