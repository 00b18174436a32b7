//! The driver of reduction: a script is reduced under a predicate, and what comes out is asked about
//! once more in the dearest and surest way.

use gadfly_reduce::{
    AnyOf, Budget, Observer, Predicate, ReduceError, Reduction, Setting, Silent, Tried, reduce,
};
use std::time::{Duration, Instant};

/// The ways to ask whether a script still shows the bug.
pub struct Ways<'a> {
    /// How candidates are asked about.
    pub candidates: &'a dyn Predicate,
    /// How the result is asked about, where there is a surer way: fresh processes with all the time
    /// that they may have.
    pub result: Option<&'a dyn Predicate>,
}

/// What a reduction may take, and who is told of it.
pub struct Order<'a> {
    /// How many candidates are checked at once.
    pub jobs: usize,
    /// The most time.
    pub time: Option<Duration>,
    /// The most checks.
    pub checks: Option<u64>,
    /// How often a script is asked about at most, for a failure that comes and goes.
    pub asks: u32,
    /// Whether someone wants it to stop.
    pub halt: &'a (dyn Fn() -> bool + Sync),
    /// What is known of candidates from before.
    pub tried: Tried,
    /// Is told what happens.
    pub observer: &'a dyn Observer,
}

impl Default for Order<'_> {
    fn default() -> Self {
        Order {
            jobs: 1,
            time: None,
            checks: None,
            asks: 1,
            halt: &|| false,
            tried: Tried::default(),
            observer: &Silent,
        }
    }
}

/// What came of a reduction.
#[derive(Debug)]
pub struct Driven {
    /// The reduction.
    pub reduction: Reduction,
    /// Whether the surest way shows the bug in it. Where it does not, the text is the input.
    pub confirmed: bool,
}

/// Reduces a script that shows a bug. `from` is where it begins: the input, or what an earlier
/// reduction of it came to.
///
/// Where the result does not stand, the input is reduced again, with every candidate asked about in
/// the surest way, in the time that is left.
pub fn drive(
    input: &str,
    from: &str,
    ways: &Ways<'_>,
    order: Order<'_>,
) -> Result<Driven, ReduceError> {
    let deadline = order.time.map(|time| Instant::now() + time);
    let one = |text: &str, predicate: &dyn Predicate, tried: &Tried, checks: Option<u64>| {
        let inner = &AnyOf {
            inner: predicate,
            runs: order.asks.max(1),
        };
        let setting = Setting {
            jobs: order.jobs.max(1),
            budget: Budget {
                deadline,
                checks,
                interrupted: Some(order.halt),
            },
            tried,
            observer: order.observer,
        };
        reduce(text, inner, setting)
    };
    let first = one(from, ways.candidates, &order.tried, order.checks)?;
    let Some(sure) = ways.result else {
        return Ok(Driven {
            reduction: first,
            confirmed: true,
        });
    };
    let shows = |text: &str| sure.surely_fails(text).unwrap_or(false);
    let stands = |text: &str| (0..order.asks.max(1)).any(|_| shows(text));
    if stands(&first.text) {
        return Ok(Driven {
            reduction: first,
            confirmed: true,
        });
    }
    let left = order.checks.map(|most| most.saturating_sub(first.checks));
    let again = one(input, sure, &Tried::default(), left);
    let again = again.ok().filter(|again| stands(&again.text));
    Ok(match again {
        Some(again) => Driven {
            reduction: Reduction {
                checks: first.checks + again.checks,
                ..again
            },
            confirmed: true,
        },
        None => Driven {
            reduction: Reduction {
                text: input.to_string(),
                ..first
            },
            confirmed: false,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &str =
        "(declare-const x Int)(assert (> x 1))(assert (= (mod x 0) 2))(assert (< x 9))(check-sat)";

    fn driven(candidates: &dyn Predicate, result: Option<&dyn Predicate>, order: Order) -> Driven {
        let ways = Ways { candidates, result };
        drive(INPUT, INPUT, &ways, order).expect("a reduction")
    }

    #[test]
    fn a_result_that_does_not_stand_is_reduced_again_in_the_sure_way() {
        let hasty = |script: &str| script.contains("assert");
        let sure = |script: &str| script.contains("mod");
        let without = driven(&hasty, None, Order::default());
        assert!(!without.reduction.text.contains("mod"));
        let with = driven(&hasty, Some(&sure), Order::default());
        assert!(with.confirmed);
        assert!(with.reduction.text.contains("mod"));
        assert!(with.reduction.text.len() < INPUT.len() / 2);
        assert!(with.reduction.checks > without.reduction.checks);
    }

    #[test]
    fn where_nothing_stands_the_input_is_kept() {
        let hasty = |script: &str| script.contains("assert");
        let never = |_: &str| false;
        let kept = driven(&hasty, Some(&never), Order::default());
        assert!(!kept.confirmed);
        assert_eq!(kept.reduction.text, INPUT);
    }

    #[test]
    fn whoever_says_halt_is_heeded_and_still_the_result_stands() {
        let hasty = |script: &str| script.contains("assert");
        let sure = |script: &str| script.contains("mod");
        let order = Order {
            halt: &|| true,
            ..Order::default()
        };
        let stopped = driven(&hasty, Some(&sure), order);
        assert!(stopped.confirmed);
        assert_eq!(stopped.reduction.checks, 0);
        let checks = Some(5);
        let order = Order {
            checks,
            ..Order::default()
        };
        let stopped = driven(&hasty, Some(&sure), order);
        assert!(stopped.confirmed && stopped.reduction.text.contains("mod"));
        assert!(stopped.reduction.checks <= 5);
    }

    #[test]
    fn what_comes_and_goes_is_asked_as_often_as_ordered() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let asked = AtomicU32::new(0);
        let sure =
            |script: &str| script.contains("mod") && asked.fetch_add(1, Ordering::Relaxed) % 3 == 2;
        let order = Order {
            asks: 3,
            ..Order::default()
        };
        let driven = driven(&sure, Some(&sure), order);
        assert!(driven.confirmed && driven.reduction.text.contains("mod"));
    }
}
