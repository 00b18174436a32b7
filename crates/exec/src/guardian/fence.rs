//! The kernel's fence around one process, by Landlock: it writes beneath its private folder and what
//! was allowed, and nowhere else; it has no TCP; it signals its own processes only. It may read and
//! run what the user may.
//!
//! Best effort: a kernel without it, or with an older one, enforces what it can.

use crate::wire::{Fenced, StartRequest};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};
use std::collections::HashMap;
use std::ffi::OsStr;

/// The newest version whose rights we have looked at; the crate leaves out what a kernel lacks.
const WANTED: ABI = ABI::V6;
/// What every program expects to be able to write to.
const SINKS: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// Rules that were made before: private folders serve again, and so do their rules.
#[derive(Default)]
pub(super) struct Fences(HashMap<Fenced, RulesetCreated>);

/// How many rules are kept: more than processes that run at the same time.
const MOST: usize = 256;

impl Fences {
    /// The rules of a process, ready to be put in force between `fork` and `exec`.
    pub(super) fn of(&mut self, request: &StartRequest) -> Option<RulesetCreated> {
        let fence = request.fence.as_ref()?;
        if !self.0.contains_key(fence) {
            if self.0.len() >= MOST {
                self.0.clear();
            }
            self.0.insert(fence.clone(), rules(fence).ok()?);
        }
        self.0.get(fence)?.try_clone().ok()
    }
}

fn rules(fence: &Fenced) -> Result<RulesetCreated, RulesetError> {
    let mut ruleset = Ruleset::default()
        .handle_access(AccessFs::from_write(WANTED))?
        .scope(Scope::Signal)?;
    if !fence.network {
        ruleset = ruleset
            .handle_access(AccessNet::from_all(WANTED))?
            .scope(Scope::AbstractUnixSocket)?;
    }
    let mut created = ruleset.create()?;
    let folders = fence.writes.iter().map(|path| path.as_os_str());
    for path in folders.chain(SINKS.map(OsStr::new)) {
        created = allow(created, path)?;
    }
    Ok(created)
}

/// Allows writing to a file or beneath a folder; one that is not there needs no rule.
fn allow(rules: RulesetCreated, path: &OsStr) -> Result<RulesetCreated, RulesetError> {
    let Ok(opened) = PathFd::new(path) else {
        return Ok(rules);
    };
    let rights: BitFlags<AccessFs> = match std::path::Path::new(path).is_dir() {
        true => AccessFs::from_write(WANTED),
        false => AccessFs::WriteFile | AccessFs::Truncate,
    };
    rules.add_rule(PathBeneath::new(opened, rights))
}

/// The version that the kernel has, zero for none. A thread that ends at once is fenced to find out.
pub(crate) fn landlock_version() -> u8 {
    let fenced = || -> Result<u8, RulesetError> {
        let rules = Ruleset::default().handle_access(AccessFs::MakeBlock)?;
        Ok(match rules.create()?.restrict_self()?.landlock {
            LandlockStatus::Available {
                effective_abi,
                kernel_abi,
            } => kernel_abi
                .unwrap_or(effective_abi as i32)
                .try_into()
                .unwrap_or(u8::MAX),
            _ => 0,
        })
    };
    let found = std::thread::spawn(fenced).join();
    found.ok().and_then(Result::ok).unwrap_or(0)
}
