//! Every strategy as likely as any other, a fixed share of blocks with varied options.

use super::{Menu, OptionSet};
use gadfly_rng::Rng;
use gadfly_store::Choice;

/// The stream of the schedule's own random numbers.
pub(super) const STREAM: u32 = 0x5343_4845;

/// One block in this many varies options.
const VARY_ONE_IN: usize = 4;

/// The choice for a block: a function of seed and block.
pub(super) fn choose(menu: &Menu, seed: u64, block: u64) -> Choice {
    let mut rng = Rng::new(seed, STREAM, block);
    let Some((strategy, groups)) = rng.pick(&menu.strategies) else {
        return Choice::default();
    };
    // Every seed as likely as any other, whatever its logic.
    let sizes: Vec<u32> = groups.iter().map(|(_, size)| *size).collect();
    let group = rng.pick_weighted(&sizes).map(|at| groups[at].0.clone());
    Choice {
        strategy: strategy.clone(),
        options: vary(menu, group.as_deref(), &mut rng, VARY_ONE_IN),
        group,
        limit_ms: None,
        scope: false,
        without: Vec::new(),
        from: None,
    }
}

/// Options for each solver that has any for these seeds, in a share of the blocks.
pub(super) fn vary(
    menu: &Menu,
    group: Option<&str>,
    rng: &mut Rng,
    one_in: usize,
) -> Vec<(String, Vec<String>)> {
    if menu.options.is_empty() || !rng.chance(1, one_in) {
        return Vec::new();
    }
    let choose = |(spec, sets): &(String, Vec<OptionSet>), rng: &mut Rng| {
        let sets: Vec<&OptionSet> = sets.iter().filter(|set| set.matters(group)).collect();
        let mut chosen = rng.pick(&sets)?.args.clone();
        // A second option now and then: some bugs need two.
        if rng.chance(1, 4)
            && let Some(more) = rng.pick(&sets)
        {
            let key = |option: &str| option.split('=').next().unwrap_or("").to_string();
            let known: Vec<String> = chosen.iter().map(|o| key(o)).collect();
            let new = |option: &&String| !known.contains(&key(option));
            chosen.extend(more.args.iter().filter(new).cloned());
        }
        Some((spec.clone(), chosen))
    };
    menu.options
        .iter()
        .filter_map(|entry| choose(entry, rng))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(arg: &str, logics: &[&str]) -> OptionSet {
        OptionSet {
            args: vec![arg.to_string()],
            logics: logics.iter().map(ToString::to_string).collect(),
        }
    }

    /// A string solver's options are not spent on bit-vectors.
    #[test]
    fn options_are_those_of_the_logic() {
        let sets = vec![
            set("any=1", &[]),
            set("seq=1", &["S"]),
            set("la=1", &["LIA", "LRA"]),
        ];
        let menu = Menu {
            options: vec![("z3".into(), sets)],
            ..Menu::default()
        };
        let drawn = |group: Option<&str>| {
            let mut all = std::collections::BTreeSet::new();
            for block in 0..200 {
                let options = vary(&menu, group, &mut Rng::new(1, STREAM, block), 1);
                all.extend(options.into_iter().flat_map(|(_, options)| options));
            }
            all.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(drawn(Some("QF_BV")), ["any=1"]);
        assert_eq!(drawn(Some("QF_UFLIA")), ["any=1", "la=1"]);
        assert_eq!(drawn(Some("QF_SLIA")), ["any=1", "la=1", "seq=1"]);
        assert_eq!(drawn(Some("ALL")), ["any=1", "la=1", "seq=1"]);
        assert_eq!(drawn(None), ["any=1", "la=1", "seq=1"]);
    }

    #[test]
    fn a_block_fixes_its_choice_and_all_strategies_come() {
        let menu = Menu {
            strategies: ["op", "swap"]
                .map(|name| (name.to_string(), vec![]))
                .to_vec(),
            options: vec![("z3".into(), vec![set("a=1", &[]), set("b=2", &[])])],
            limit_ms: 1000,
            start_ms: 0,
            scopes: false,
        };
        let all: Vec<Choice> = (0..400).map(|block| choose(&menu, 1, block)).collect();
        assert_eq!(
            all,
            (0..400)
                .map(|block| choose(&menu, 1, block))
                .collect::<Vec<_>>()
        );
        let op = all.iter().filter(|choice| choice.strategy == "op").count();
        assert!((150..250).contains(&op), "{op}");
        let varied = all
            .iter()
            .filter(|choice| !choice.options.is_empty())
            .count();
        assert!((60..140).contains(&varied), "{varied}");
    }
}
