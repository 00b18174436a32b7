//! A bandit that is paid for new behaviours, new kinds of verdict and cheap tests.

use super::limits::Limits;
use super::promoted::Promoted;
use super::uniform::{STREAM, vary};
use super::without::Without;
use super::{Menu, Pay};
use gadfly_mutate::{About, Takes};
use gadfly_rng::Rng;
use gadfly_store::Choice;
use std::collections::BTreeMap;

/// A behaviour that was never seen.
const BEHAVIOUR_PAY: f64 = 0.5;
/// A new group of verdicts.
const VERDICT_PAY: f64 = 20.0;
/// A verdict of a group that may hold several bugs.
const SUSPICION_PAY: f64 = 8.0;
/// A finding that is confirmed and new.
const FINDING_PAY: f64 = 40.0;
/// New edges of a solver; many at once are one piece of luck, so that it is their root that is paid.
const EDGE_PAY: f64 = 2.0;
/// Where formulas became seeds, one block in this many is made from them.
const PROMOTED_ONE_IN: usize = 2;
/// What every arm is credited with at first, so that nobody starts at zero.
const FIRST_PAY: f64 = 4.0;
const FIRST_SECONDS: f64 = 1.0;
const FIRST_TESTS: f64 = 50.0;
/// Old pay fades: an arm that has dried up must not live on its past.
const FADE: f64 = 0.999;
/// One block in this many varies options.
const VARY_ONE_IN: usize = 3;
/// One choice in this many is even, so that nobody starves.
const EVEN_ONE_IN: usize = 4;

/// The facts of all strategies.
fn strategies() -> impl Iterator<Item = &'static About> {
    gadfly_mutate::strategies().map(|strategy| strategy.about())
}

fn takes(strategy: &str) -> Option<Takes> {
    let about = strategies().find(|about| about.name == strategy);
    about.map(|about| about.takes)
}

#[derive(Clone, Copy, Debug)]
struct Arm {
    pay: f64,
    seconds: f64,
    tests: f64,
}

impl Default for Arm {
    fn default() -> Self {
        Arm {
            pay: FIRST_PAY,
            seconds: FIRST_SECONDS,
            tests: FIRST_TESTS,
        }
    }
}

impl Arm {
    /// A strategy's arm before anything is known.
    fn first(strategy: &str) -> Arm {
        let head_start = strategies().find(|about| about.name == strategy);
        let times = head_start.map_or(1, |about| about.head_start);
        Arm {
            pay: FIRST_PAY * f64::from(times),
            ..Arm::default()
        }
    }

    fn learn(&mut self, pay: f64, seconds: f64) {
        self.pay = self.pay * FADE + pay;
        self.seconds = self.seconds * FADE + seconds;
        // A finding is paid later, without a test of its own.
        self.tests = self.tests * FADE + f64::from(u8::from(seconds > 0.0));
    }

    /// Tests a second: arms that are chosen by it share time evenly.
    fn speed(&self) -> f64 {
        (self.tests + 1.0) / self.seconds.max(1e-3)
    }

    fn score(&self) -> f64 {
        (self.pay + 0.05) / self.seconds.max(1e-3)
    }
}

/// The adaptive schedule.
#[derive(Debug)]
pub struct Bandit {
    menu: Menu,
    strategies: BTreeMap<String, Arm>,
    groups: BTreeMap<(String, String), Arm>,
    /// By group, and whether formulas are put into scopes.
    scopes: BTreeMap<(String, bool), Arm>,
    limits: Limits,
    /// What formulas may do without.
    without: Without,
    /// Formulas that became seeds.
    promoted: Promoted,
}

impl Bandit {
    pub(super) fn new(menu: Menu) -> Bandit {
        Bandit {
            limits: Limits::new(menu.start_ms, menu.limit_ms),
            menu,
            strategies: BTreeMap::new(),
            groups: BTreeMap::new(),
            scopes: BTreeMap::new(),
            without: Without::default(),
            promoted: Promoted::default(),
        }
    }

    pub(super) fn choose(&self, seed: u64, block: u64) -> Choice {
        let mut rng = Rng::new(seed, STREAM, block);
        if let Some(choice) = self.guided(&mut rng) {
            return choice;
        }
        let names: Vec<&String> = self.menu.strategies.iter().map(|(name, _)| name).collect();
        let arm = |name: &&String| {
            let known = self.strategies.get(*name).copied();
            known.unwrap_or_else(|| Arm::first(name))
        };
        let arms: Vec<Arm> = names.iter().map(arm).collect();
        let Some(at) = draw(&mut rng, &arms) else {
            return Choice::default();
        };
        let strategy = names[at].clone();
        let groups = &self.menu.strategies[at].1;
        let arm = |group: &(String, u32)| {
            let key = (strategy.clone(), group.0.clone());
            self.groups.get(&key).copied().unwrap_or_default()
        };
        let arms: Vec<Arm> = groups.iter().map(arm).collect();
        let group = draw(&mut rng, &arms).map(|at| groups[at].0.clone());
        Choice {
            options: vary(&self.menu, group.as_deref(), &mut rng, VARY_ONE_IN),
            // Mutants have their seed's operators whatever we do.
            without: match takes(&strategy) {
                Some(Takes::Logic) => self.without.draw(&mut rng),
                _ => Vec::new(),
            },
            scope: self.scope(group.as_deref().unwrap_or(&strategy), &mut rng),
            limit_ms: self.limits.limit(group.as_deref().unwrap_or(&strategy)),
            strategy,
            group,
            from: None,
        }
    }

    /// A block of mutants of a formula that reached new edges, where there are any.
    fn guided(&self, rng: &mut Rng) -> Option<Choice> {
        if self.promoted.is_empty() || !rng.chance(1, PROMOTED_ONE_IN) {
            return None;
        }
        let names = self.menu.strategies.iter().map(|(name, _)| name);
        let names: Vec<&String> = names
            .filter(|name| takes(name) == Some(Takes::Seed))
            .collect();
        let arm = |name: &&String| {
            let known = self.strategies.get(*name).copied();
            known.unwrap_or_else(|| Arm::first(name))
        };
        let arms: Vec<Arm> = names.iter().map(arm).collect();
        let strategy = names[draw(rng, &arms)?];
        let (from, group) = self.promoted.draw(rng)?;
        Some(Choice {
            strategy: strategy.clone(),
            options: vary(&self.menu, Some(group), rng, VARY_ONE_IN),
            group: Some(group.to_string()),
            limit_ms: self.limits.limit(group),
            scope: self.scope(group, rng),
            without: Vec::new(),
            from: Some(from),
        })
    }

    /// The formula of a test is a seed from now on.
    pub(super) fn promote(&mut self, index: u64, group: &str) {
        self.promoted.add(index, group);
    }

    /// Whether a block goes into scopes, where that can be worth it.
    fn scope(&self, group: &str, rng: &mut Rng) -> bool {
        if !self.menu.scopes {
            return false;
        }
        let arm = |scope| self.scopes.get(&(group.to_string(), scope)).copied();
        let arms = [false, true].map(|scope| arm(scope).unwrap_or_default());
        draw(rng, &arms) == Some(1)
    }

    /// A bug in these operators is known.
    pub(super) fn known(&mut self, operators: &[String]) {
        self.without.add(operators);
    }

    pub(super) fn learn(&mut self, choice: &Choice, pay: Pay) {
        let value = BEHAVIOUR_PAY * f64::from(pay.behaviours)
            + VERDICT_PAY * f64::from(pay.verdicts)
            + SUSPICION_PAY * pay.suspicions
            + FINDING_PAY * f64::from(pay.findings)
            + EDGE_PAY * f64::from(pay.edges).sqrt();
        if let Some(from) = choice.from {
            self.promoted.learn(from, &pay);
        }
        self.strategies
            .entry(choice.strategy.clone())
            .or_insert_with(|| Arm::first(&choice.strategy))
            .learn(value, pay.seconds);
        if let Some(group) = &choice.group {
            let key = (choice.strategy.clone(), group.clone());
            self.groups
                .entry(key)
                .or_default()
                .learn(value, pay.seconds);
        }
        let group = choice.group.as_deref().unwrap_or(&choice.strategy);
        if self.menu.scopes {
            let key = (group.to_string(), choice.scope);
            self.scopes
                .entry(key)
                .or_default()
                .learn(value, pay.seconds);
        }
        if pay.timeouts > 0 {
            self.limits.timed_out(group);
        } else if pay.slowest > 0.0 {
            self.limits.learn(group, pay.slowest);
        }
    }
}

/// An arm, with likelihood by score; now and then so that time is shared evenly.
fn draw(rng: &mut Rng, arms: &[Arm]) -> Option<usize> {
    if arms.is_empty() {
        return None;
    }
    let weight = if rng.chance(1, EVEN_ONE_IN) {
        Arm::speed
    } else {
        Arm::score
    };
    let scores: Vec<f64> = arms.iter().map(weight).collect();
    let total: f64 = scores.iter().sum();
    let mut rest = rng.unit() * total;
    for (at, score) in scores.iter().enumerate() {
        rest -= score;
        if rest < 0.0 {
            return Some(at);
        }
    }
    Some(scores.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pays_is_chosen_more_and_nobody_starves() {
        let menu = Menu {
            strategies: ["good", "slow"]
                .map(|name| (name.to_string(), vec![]))
                .to_vec(),
            options: vec![],
            limit_ms: 2000,
            start_ms: 0,
            scopes: false,
        };
        let mut bandit = Bandit::new(menu);
        let mut good = 0;
        for block in 0..1000 {
            let choice = bandit.choose(1, block);
            let pays = choice.strategy == "good";
            good += usize::from(pays);
            bandit.learn(
                &choice,
                Pay {
                    seconds: if pays { 0.01 } else { 1.0 },
                    behaviours: u32::from(pays && block % 5 == 0),
                    ..Pay::default()
                },
            );
        }
        assert!((800..990).contains(&good), "{good}");
    }
}
