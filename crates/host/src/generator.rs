//! Seeding a random generator once instead of at every `(reset)`.
//!
//! From 1.4.0 on cvc5 seeds a generator of GMP for the solvers that it makes: half of all that it
//! does for a small formula. The seed is the same every time, and so is the state after it. In a
//! session, that is, after the first reset, the state is kept and copied. A process that serves one
//! formula does everything itself, so that its times are cvc5's own.
//!
//! The executable exports [`__gmp_randseed_ui`]; the dynamic linker binds cvc5's calls to it before
//! it looks into GMP.

use libloading::os::unix::{Library, RTLD_LAZY};
use std::ffi::{c_int, c_ulong, c_void};
use std::sync::{Mutex, OnceLock, PoisonError};

/// `gmp_randstate_t`.
#[repr(C)]
pub(crate) struct State {
    alloc: c_int,
    size: c_int,
    words: *mut c_void,
    unused: c_int,
    /// The functions of the generator: one table for each kind.
    kind: *const c_void,
}

impl State {
    const fn empty() -> State {
        State {
            alloc: 0,
            size: 0,
            words: std::ptr::null_mut(),
            unused: 0,
            kind: std::ptr::null(),
        }
    }
}

/// GMP's own functions.
struct Gmp {
    seed: unsafe extern "C" fn(*mut State, c_ulong),
    copy: unsafe extern "C" fn(*mut State, *const State),
    clear: unsafe extern "C" fn(*mut State),
}

/// The state after a seed.
struct Kept {
    seed: c_ulong,
    state: State,
}

// SAFETY: the words belong to this state alone, and the table of functions never changes.
unsafe impl Send for Kept {}

/// `None` until the first reset.
static KEPT: Mutex<Option<Option<Kept>>> = Mutex::new(None);

/// From now on states are kept.
pub(crate) fn keep() {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.get_or_insert(None);
}

/// Stands before GMP's function of this name.
///
/// # Safety
/// As GMP says: the state is an initialised one, and no other thread uses it.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __gmp_randseed_ui(state: *mut State, seed: c_ulong) {
    let gmp = gmp();
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the caller's promise for `state`; what is kept was made by `copy` and is cleared once.
    unsafe {
        let Some(kept) = &mut *kept else {
            return (gmp.seed)(state, seed);
        };
        match kept {
            Some(kept) if kept.seed == seed && kept.state.kind == (*state).kind => {
                (gmp.clear)(state);
                (gmp.copy)(state, &kept.state);
            }
            _ => {
                (gmp.seed)(state, seed);
                let mut copy = State::empty();
                (gmp.copy)(&mut copy, state);
                if let Some(mut old) = kept.replace(Kept { seed, state: copy }) {
                    (gmp.clear)(&mut old.state);
                }
            }
        }
    }
}

/// The functions of the GMP that is loaded: whoever calls the one above has it.
fn gmp() -> &'static Gmp {
    static GMP: OnceLock<Gmp> = OnceLock::new();
    GMP.get_or_init(|| {
        load().unwrap_or_else(|| {
            eprintln!("gadfly host: GMP is used, but it cannot be found");
            std::process::exit(crate::HOST_FAILED);
        })
    })
}

fn load() -> Option<Gmp> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let path = maps
        .lines()
        .filter_map(|line| line.find('/').map(|at| &line[at..]))
        .find(|path| {
            path.rsplit('/')
                .next()
                .is_some_and(|f| f.starts_with("libgmp") && !f.starts_with("libgmpxx"))
        })?;
    // SAFETY: it is loaded already; the types are those of GMP's header.
    unsafe {
        let library = Library::open(Some(path), RTLD_LAZY).ok()?;
        let gmp = Gmp {
            seed: *library.get(b"__gmp_randseed_ui").ok()?,
            copy: *library.get(b"__gmp_randinit_set").ok()?,
            clear: *library.get(b"__gmp_randclear").ok()?,
        };
        std::mem::forget(library);
        Some(gmp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// The GMP of an installed cvc5.
    fn installed() -> Option<PathBuf> {
        let releases = PathBuf::from(std::env::var_os("GADFLY_HOME")?).join("solvers/cvc5");
        let release = releases.read_dir().ok()?.flatten();
        release
            .flat_map(|release| release.path().join("cvc5.libs").read_dir())
            .flat_map(|files| files.flatten().map(|file| file.path()))
            .find(|path| path.to_string_lossy().contains("/libgmp-"))
    }

    #[test]
    fn a_copy_goes_on_as_a_seeded_state() {
        let Some(path) = installed() else {
            let required = std::env::var_os("GADFLY_REQUIRE_SOLVERS").is_some();
            assert!(!required, "no cvc5 with GMP is installed");
            eprintln!("skipped: no cvc5 with GMP is installed");
            return;
        };
        // SAFETY: the types are those of GMP's header; each state is made before it is used.
        unsafe {
            let library = Library::open(Some(path), RTLD_LAZY).unwrap();
            let start: unsafe extern "C" fn(*mut State) =
                *library.get(b"__gmp_randinit_mt").unwrap();
            let draw: unsafe extern "C" fn(*mut State, c_ulong) -> c_ulong =
                *library.get(b"__gmp_urandomb_ui").unwrap();
            let numbers = |seed| {
                let mut state = State::empty();
                start(&mut state);
                __gmp_randseed_ui(&mut state, seed);
                let drawn: Vec<_> = (0..2000).map(|_| draw(&mut state, 64)).collect();
                (gmp().clear)(&mut state);
                drawn
            };
            let (zero, seven) = (numbers(0), numbers(7));
            assert_ne!(zero, seven);
            keep();
            for _ in 0..3 {
                assert_eq!(numbers(0), zero);
                assert_eq!(numbers(0), zero);
                assert_eq!(numbers(7), seven);
            }
        }
    }
}
