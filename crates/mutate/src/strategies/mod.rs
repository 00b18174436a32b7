//! The list of all strategies: the one place beside its own file that a new one touches.

mod concat;
mod enumerate;
mod fusion;
pub(crate) mod op;
pub(crate) mod random;
mod split;
pub(crate) mod swap;
mod typed;
pub(crate) mod weaken;

use crate::strategy::{About, Strategy};

/// In the order in which help and schedules show them.
const LIST: &[fn() -> Box<dyn Strategy>] = &[
    || Box::new(op::Op),
    || Box::new(typed::Typed),
    || Box::new(swap::Swap),
    || Box::new(fusion::Fusion),
    || Box::new(concat::Concat),
    || Box::new(weaken::Weaken),
    || Box::new(split::Split),
    || Box::<random::Random>::default(),
    || Box::<enumerate::Enumerate>::default(),
];

/// All strategies, made anew.
pub fn strategies() -> impl Iterator<Item = Box<dyn Strategy>> {
    LIST.iter().map(|new| new())
}

/// The strategies that take seeds.
pub fn mutators() -> impl Iterator<Item = &'static About> {
    let all = strategies().map(|strategy| strategy.about());
    all.filter(|about| about.takes.seeds())
}

/// The strategy with this name.
pub fn strategy(name: &str) -> Option<Box<dyn Strategy>> {
    strategies().find(|strategy| strategy.about().name == name)
}

/// The strategy that leaves the main idea of this one out.
pub fn ablation_of(name: &str) -> Option<Box<dyn Strategy>> {
    strategies().find(|strategy| strategy.about().ablation_of == Some(name))
}
