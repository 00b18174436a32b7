//! What one evaluation may cost: steps, bytes, and a flag from outside that ends it.
//!
//! The budget of the evaluation that runs on a thread is the thread's: comparing, adding and hashing
//! values go through operators and derived traits, which have no room for one more argument. No clock is
//! read, so what is out of reach on one machine is out of reach on all.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use crate::reason::Reason;

/// What an evaluation, the reading of its model included, may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Steps: about one word, character or item looked at each, some nanoseconds.
    pub steps: u64,
    /// Bytes of the values that are made, those that are dropped again included.
    pub bytes: u64,
}

/// What is asked before an evaluation goes on: whether it was cancelled.
pub type Flag = Arc<dyn Fn() -> bool + Send + Sync>;

/// Steps between two looks at the flag.
const SLICE: u64 = 1 << 16;

/// One term may use this share of the whole, so that the others are not undetermined with it.
const SHARE: u64 = 4;

/// Numbers of at most so many bits are free.
pub(crate) const FREE_BITS: usize = 256;

thread_local! {
    /// Steps until the next look at the flag.
    static SLICE_LEFT: Cell<u64> = const { Cell::new(0) };
    /// Steps beyond those.
    static STEPS_LEFT: Cell<u64> = const { Cell::new(0) };
    static BYTES_LEFT: Cell<u64> = const { Cell::new(0) };
    /// The budget that was given; none outside of evaluations, where nothing is counted.
    static GIVEN: Cell<Option<Budget>> = const { Cell::new(None) };
    /// What was refused to those who can only say that there is no result.
    static NOTED: Cell<Option<Refusal>> = const { Cell::new(None) };
    static CUT_SHORT: Cell<bool> = const { Cell::new(false) };
    static FLAG: RefCell<Option<Flag>> = const { RefCell::new(None) };
}

#[derive(Clone, Copy)]
enum Refusal {
    Steps,
    Bytes,
    Cancelled,
}

impl Budget {
    /// What an evaluation gets where nothing else is said: a second or two.
    pub const STANDARD: Budget = Budget {
        steps: 100_000_000,
        bytes: 256 << 20,
    };

    /// Does some work within this budget. Evaluations in it share it; within another budget that one
    /// goes on.
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        if GIVEN.get().is_some() {
            return work();
        }
        GIVEN.set(Some(self));
        SLICE_LEFT.set(0);
        STEPS_LEFT.set(self.steps);
        BYTES_LEFT.set(self.bytes);
        let _end = End;
        work()
    }

    /// What is left within [`Budget::run`].
    pub fn left() -> Option<Budget> {
        GIVEN.get().map(|_| Budget {
            steps: STEPS_LEFT.get() + SLICE_LEFT.get(),
            bytes: BYTES_LEFT.get(),
        })
    }
}

/// Ends a budget, also where the work panics.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        GIVEN.set(None);
        SLICE_LEFT.set(0);
        STEPS_LEFT.set(0);
        BYTES_LEFT.set(0);
        NOTED.set(None);
    }
}

/// Does some work whose evaluations, all on this thread, end soon after the flag says so.
pub fn cancellable<T>(flag: Flag, work: impl FnOnce() -> T) -> T {
    struct Restore(Option<Flag>);
    impl Drop for Restore {
        fn drop(&mut self) {
            FLAG.set(self.0.take());
        }
    }
    let _restore = Restore(FLAG.replace(Some(flag)));
    CUT_SHORT.set(false);
    work()
}

/// Whether an evaluation was ended by the flag of [`cancellable`] on this thread, so that what followed
/// from it may be another thing than what follows from the same evaluation later.
pub fn was_cut_short() -> bool {
    CUT_SHORT.get()
}

/// Takes steps.
#[inline(always)]
pub(crate) fn steps(count: u64) -> Result<(), Reason> {
    let left = SLICE_LEFT.get();
    if count <= left {
        SLICE_LEFT.set(left - count);
        return Ok(());
    }
    next_slice(count)
}

#[cold]
fn next_slice(count: u64) -> Result<(), Reason> {
    if GIVEN.get().is_none() {
        return Ok(());
    }
    if FLAG.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag())) {
        CUT_SHORT.set(true);
        return Err(Reason::Cancelled);
    }
    let all = STEPS_LEFT.get() + SLICE_LEFT.get();
    if count > all {
        return Err(Reason::OutOfSteps);
    }
    let rest = all - count;
    SLICE_LEFT.set(rest.min(SLICE));
    STEPS_LEFT.set(rest - rest.min(SLICE));
    Ok(())
}

/// Whether so many bytes may be taken; asked before they are.
#[inline]
pub(crate) fn room(bytes: usize) -> Result<(), Reason> {
    if bytes as u64 <= BYTES_LEFT.get() || GIVEN.get().is_none() {
        return Ok(());
    }
    Err(Reason::OutOfMemory)
}

/// Takes bytes.
#[inline]
pub(crate) fn bytes(count: usize) -> Result<(), Reason> {
    room(count)?;
    BYTES_LEFT.set(BYTES_LEFT.get().saturating_sub(count as u64));
    Ok(())
}

/// Room for so many items of a kind, and the steps to write them.
pub(crate) fn items<T>(count: usize) -> Result<(), Reason> {
    steps(count as u64)?;
    room(count.saturating_mul(size_of::<T>()))
}

/// A result of work on numbers of so many bits that takes time in proportion to them.
#[inline(always)]
pub(crate) fn linear(bits: usize) -> Result<(), Reason> {
    if bits <= FREE_BITS {
        return Ok(());
    }
    long_line(bits)
}

#[cold]
fn long_line(bits: usize) -> Result<(), Reason> {
    steps(bits as u64 / 64)?;
    room(bits / 8)
}

/// The product, quotient or power of numbers of so many bits. Large ones are multiplied in less than
/// quadratic time.
#[inline(always)]
pub(crate) fn product(a: usize, b: usize) -> Result<(), Reason> {
    if a.max(b) <= FREE_BITS {
        return Ok(());
    }
    long_product(a, b)
}

#[cold]
fn long_product(a: usize, b: usize) -> Result<(), Reason> {
    let (large, small) = (a.max(b) as u64 / 64 + 1, a.min(b) as u64 / 64 + 1);
    steps(large.saturating_mul(4 * (small.isqrt() + 1)))?;
    room(a.saturating_add(b) / 8)
}

/// What takes quadratic time: common divisors, and so fractions.
#[inline(always)]
pub(crate) fn quadratic(a: usize, b: usize) -> Result<(), Reason> {
    if a.max(b) <= FREE_BITS {
        return Ok(());
    }
    long_fraction(a, b)
}

#[cold]
fn long_fraction(a: usize, b: usize) -> Result<(), Reason> {
    let (a_words, b_words) = (a as u64 / 64 + 1, b as u64 / 64 + 1);
    steps(a_words.saturating_mul(b_words) / 4 + a_words + b_words)?;
    room(a.saturating_add(b) / 8)
}

/// For those who can only say that there is no result: [`refused_or`] then says why.
pub(crate) fn noted(taken: Result<(), Reason>) -> Option<()> {
    NOTED.set(match taken {
        Ok(()) => return Some(()),
        Err(Reason::OutOfMemory) => Some(Refusal::Bytes),
        Err(Reason::Cancelled) => Some(Refusal::Cancelled),
        Err(_) => Some(Refusal::Steps),
    });
    None
}

/// Why there is no result: what the budget refused, if it did, else another reason.
pub(crate) fn refused_or(other: Reason) -> Reason {
    match NOTED.take() {
        Some(Refusal::Steps) => Reason::OutOfSteps,
        Some(Refusal::Bytes) => Reason::OutOfMemory,
        Some(Refusal::Cancelled) => Reason::Cancelled,
        None => other,
    }
}

/// Sets aside what one term may not use, until it is given back.
pub(crate) struct Share {
    steps: u64,
    bytes: u64,
}

impl Share {
    /// Leaves one term its share of the budget.
    pub(crate) fn begin() -> Share {
        let Some(given) = GIVEN.get() else {
            return Share { steps: 0, bytes: 0 };
        };
        let share = Share {
            steps: STEPS_LEFT.get().saturating_sub(given.steps / SHARE),
            bytes: BYTES_LEFT.get().saturating_sub(given.bytes / SHARE),
        };
        STEPS_LEFT.set(STEPS_LEFT.get() - share.steps);
        BYTES_LEFT.set(BYTES_LEFT.get() - share.bytes);
        share
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        STEPS_LEFT.set(STEPS_LEFT.get() + self.steps);
        BYTES_LEFT.set(BYTES_LEFT.get() + self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    const SMALL: Budget = Budget {
        steps: 100_000,
        bytes: 1_000,
    };

    #[test]
    fn what_is_refused_is_not_taken() {
        SMALL.run(|| {
            assert_eq!(steps(100_001), Err(Reason::OutOfSteps));
            assert_eq!(bytes(1_001), Err(Reason::OutOfMemory));
            assert_eq!(Budget::left(), Some(SMALL));
            assert_eq!((steps(90_000), bytes(1_000)), (Ok(()), Ok(())));
            assert_eq!(steps(10_001), Err(Reason::OutOfSteps));
            assert_eq!(steps(10_000), Ok(()));
            let empty = Budget { steps: 0, bytes: 0 };
            assert_eq!(Budget::left(), Some(empty));
        });
        // Outside nothing is counted.
        assert_eq!((steps(u64::MAX), room(usize::MAX)), (Ok(()), Ok(())));
        assert_eq!(Budget::left(), None);
    }

    #[test]
    fn a_budget_within_another_is_the_outer_one() {
        SMALL.run(|| {
            let left = Budget::STANDARD.run(Budget::left);
            assert_eq!(left, Some(SMALL));
        });
    }

    #[test]
    fn one_term_leaves_something_to_the_others() {
        SMALL.run(|| {
            let share = Share::begin();
            assert_eq!(steps(25_001), Err(Reason::OutOfSteps));
            assert_eq!(
                (steps(25_000), room(251)),
                (Ok(()), Err(Reason::OutOfMemory))
            );
            drop(share);
            assert_eq!(steps(75_000), Ok(()));
        });
    }

    #[test]
    fn the_flag_ends_what_runs() {
        let set = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&set);
        let ran = cancellable(Arc::new(move || flag.load(Ordering::Relaxed)), || {
            Budget::STANDARD.run(|| {
                assert_eq!(steps(1), Ok(()));
                assert!(!was_cut_short());
                set.store(true, Ordering::Relaxed);
                (0..=SLICE).find_map(|_| steps(1).err())
            })
        });
        assert_eq!((ran, was_cut_short()), (Some(Reason::Cancelled), true));
        Budget::STANDARD.run(|| assert_eq!(steps(SLICE + 1), Ok(()), "the flag is gone"));
    }
}
