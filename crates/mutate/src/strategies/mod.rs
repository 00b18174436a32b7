//! The list of all strategies: the one place beside its own file that a new one touches.

mod ask;
mod concat;
mod enumerate;
mod extensions;
mod fusion;
mod horn;
mod infer;
mod interpolate;
mod objective;
pub(crate) mod op;
mod optima;
pub(crate) mod random;
mod rewrite;
mod skeleton;
mod split;
mod stack;
pub(crate) mod swap;
mod synthesis;
mod typed;
pub(crate) mod weaken;

use crate::strategy::{About, Mutator, Strategy};

/// What questions are asked about, beside seeds as they are.
const BEFORE_QUESTIONS: &[&dyn Mutator] =
    &[&op::Op, &typed::Typed, &rewrite::Rewrite, &weaken::Weaken];

/// In the order in which help and schedules show them.
const LIST: &[fn() -> Box<dyn Strategy>] = &[
    || Box::new(op::Op),
    || Box::new(typed::Typed),
    || Box::new(swap::Swap),
    || Box::new(fusion::Fusion),
    || Box::new(concat::Concat),
    || Box::new(skeleton::Skeleton),
    || Box::new(weaken::Weaken),
    || Box::new(rewrite::Rewrite),
    || Box::new(split::Split),
    || Box::new(stack::Stack),
    || Box::new(ask::Ask),
    || Box::new(infer::Infer),
    || Box::new(interpolate::Interpolate),
    || Box::new(objective::Objective),
    || Box::<random::Random>::default(),
    || Box::<extensions::Extensions>::default(),
    || Box::new(horn::Horn),
    || Box::new(optima::Optima),
    || Box::new(synthesis::Synthesis),
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
