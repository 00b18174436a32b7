//! A solver that can be run: a release or a command, with its profile and arguments.

use crate::calibrate::Measured;
use crate::express::to_standard;
use crate::queries::count_checks;
use crate::read::{Who, read};
use crate::run::Run;
use gadfly_exec::{Cancel, Command, Limits, RawRun};
use gadfly_profile::{Dialect, Profile, Release, Version};
use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A solver, resolved from a spec.
#[derive(Clone, Debug)]
pub struct Solver {
    /// As the user would ask for it: `z3@4.8.7 model_validate=true`, or the command.
    pub spec: String,
    /// The family: solvers of one code base count once in a vote.
    pub family: String,
    /// The release, or what the program says; `unknown` if it does not say.
    pub version: String,
    /// What is known of its family.
    pub profile: Arc<Profile>,
    /// What is started.
    pub launch: Launch,
    /// The user's own arguments.
    pub extra: Vec<String>,
    /// Where it is installed, if it is a release of ours.
    pub release: Option<Release>,
    /// The release's language, worked out when it is first asked for.
    pub(crate) language: OnceLock<Arc<Dialect>>,
    /// What was measured of the program; shared by all variations of its options.
    pub(crate) measured: Arc<Measured>,
}

/// What is started, before any argument of a profile or a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Arguments that make the program the solver: our hosts need some.
    pub args: Vec<OsString>,
    /// Environment variables.
    pub env: Vec<(OsString, OsString)>,
}

/// How a script reaches the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode<'a> {
    /// On standard input.
    Stdin,
    /// As a file.
    File(&'a Path),
    /// Many scripts, one after the other, on standard input.
    Session,
}

/// What a run may use and is asked to do beside solving.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Limits that we enforce.
    pub limits: Limits,
    /// Which of its results the solver checks itself.
    pub checks: SelfChecks,
    /// More arguments, after the profile's and the user's.
    pub extra: Vec<String>,
    /// A time limit for each check that the solver itself keeps, where it can.
    pub soft_time: Option<Duration>,
    /// A resource limit that the solver itself keeps, where it can.
    pub resource: Option<u64>,
    /// Leave the malloc tunables out, to measure what a user feels.
    pub plain_malloc: bool,
    /// Stops the run when it is set.
    pub cancel: Option<Cancel>,
}

/// Which of its results a solver checks itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfChecks {
    /// Models.
    pub models: bool,
    /// Unsatisfiable cores.
    pub cores: bool,
    /// Proofs.
    pub proofs: bool,
}

impl SelfChecks {
    /// All of them.
    pub const ALL: SelfChecks = SelfChecks {
        models: true,
        cores: true,
        proofs: true,
    };
    /// None of them.
    pub const NONE: SelfChecks = SelfChecks {
        models: false,
        cores: false,
        proofs: false,
    };
}

/// Halves a fresh start of z3, whose cost is page faults.
const TUNABLES: &str = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=67108864:\
    glibc.malloc.mmap_threshold=1073741824:glibc.malloc.trim_threshold=1073741824";

impl Solver {
    /// The release as a number, where it is one; a build of ours is the release that it was built from.
    pub fn release_number(&self) -> Option<Version> {
        let version: Version = self.version.parse().ok()?;
        Some(version.plain())
    }

    /// Whether `(reset)` costs this release more than most formulas do.
    pub fn resets_dearly(&self) -> bool {
        let (version, upto) = (self.release_number(), &self.profile.session.dear_reset_upto);
        version
            .zip(upto.as_ref())
            .is_some_and(|(version, upto)| version <= *upto)
    }

    /// The command line for a script. Several `check-sat` need a flag in some solvers, so the
    /// script counts.
    pub fn command(&self, mode: Mode<'_>, script: &str, options: &Options) -> Command {
        let mut args: Vec<String> = Vec::new();
        let call = &self.profile.call;
        args.extend(call.always.iter().cloned());
        let by_mode = match mode {
            Mode::Stdin => &call.stdin,
            Mode::File(_) => &call.file,
            Mode::Session => &call.session,
        };
        args.extend(by_mode.iter().cloned());
        if is_incremental(script) {
            args.extend(call.incremental.iter().cloned());
        }
        if script.contains("(check-synth") {
            args.extend(call.synthesis.iter().cloned());
        }
        args.extend(self.check_args(options.checks));
        args.extend(self.limit_args(options));
        // What the user says goes first, and nothing is said twice.
        let said = |a: &String| self.extra.contains(a) || options.extra.contains(a);
        args.retain(|a| !said(a));
        args.dedup();
        let mut command = Command::new(&self.launch.program)
            .args(self.launch.args.iter().cloned())
            .args(args)
            .args(self.extra.iter().cloned())
            .args(options.extra.iter().cloned());
        command.env.extend(self.launch.env.iter().cloned());
        if call.malloc_tunables && !options.plain_malloc {
            command = command.env("GLIBC_TUNABLES", TUNABLES);
        }
        match mode {
            Mode::File(path) => command.arg(path.as_os_str()),
            _ => command,
        }
    }

    fn check_args(&self, checks: SelfChecks) -> Vec<String> {
        let all = &self.profile.checks;
        let wanted = [
            (checks.models, &all.models),
            (checks.cores, &all.cores),
            (checks.proofs, &all.proofs),
        ];
        wanted
            .iter()
            .filter(|(on, _)| *on)
            .flat_map(|(_, args)| args.iter().cloned())
            .collect()
    }

    fn limit_args(&self, options: &Options) -> Vec<String> {
        let flags = &self.profile.limits;
        let soft = options
            .soft_time
            .zip(flags.soft_time.as_ref())
            .map(|(time, flag)| fill_time(flag, time));
        let resource = options
            .resource
            .zip(flags.resource.as_ref())
            .map(|(n, flag)| flag.replace("{n}", &n.to_string()));
        soft.into_iter().chain(resource).collect()
    }

    /// The language of this release.
    pub fn dialect(&self) -> &Dialect {
        self.language
            .get_or_init(|| self.profile.dialect(self.release_number()))
    }

    /// Whether this release knows an operator, under whatever spelling.
    pub fn knows(&self, operator: &str) -> bool {
        self.dialect().knows(operator)
    }

    /// Whether a fresh process gets its script on standard input.
    pub fn reads_stdin(&self) -> bool {
        !self.profile.call.file_only
    }

    /// The options by which a script makes this release print proofs that our checker reads, as
    /// commands; `None` where it prints none.
    pub fn proof_options(&self) -> Option<String> {
        let proofs = self.profile.proofs.as_ref()?;
        let (from, own) = (proofs.from.as_ref(), self.release_number());
        // A release that is not known is taken for the newest.
        if own.zip(from).is_some_and(|(own, from)| own < *from) {
            return None;
        }
        let options = proofs.options.iter();
        Some(
            options
                .map(|(name, value)| format!("(set-option :{name} {value})\n"))
                .collect(),
        )
    }

    /// Reads a raw run of this solver.
    pub fn read(&self, script: &str, raw: RawRun, fresh: bool) -> Run {
        let who = Who {
            spec: &self.spec,
            version: &self.version,
            profile: &self.profile,
            fresh,
        };
        let mut run = read(who, script, raw);
        for text in run.models.iter_mut().chain(&mut run.values) {
            if let Cow::Owned(standard) = to_standard(self.dialect(), text) {
                *text = standard;
            }
        }
        run
    }

    /// Whether the process that runs is a host of ours around the solver's library.
    pub fn is_hosted(&self) -> bool {
        self.release.as_ref().is_some_and(|r| r.kind.is_hosted())
    }
}

/// Puts a time into a flag's template; a second is the least that `{s}` can say.
fn fill_time(flag: &str, time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000).max(1);
    flag.replace("{ms}", &time.as_millis().max(1).to_string())
        .replace("{s}", &seconds.to_string())
}

fn is_incremental(script: &str) -> bool {
    count_checks(script) > 1 || script.contains("(push") || script.contains("(check-sat-assuming")
}
