//! Every strategy as likely as any other, a fixed share of blocks with varied options.

use super::Menu;
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
    Choice {
        strategy: strategy.clone(),
        group: rng.pick_weighted(&sizes).map(|at| groups[at].0.clone()),
        options: vary(menu, &mut rng, VARY_ONE_IN),
        limit_ms: None,
        scope: false,
        without: Vec::new(),
    }
}

/// Options for each solver that has any, in a share of the blocks.
pub(super) fn vary(menu: &Menu, rng: &mut Rng, one_in: usize) -> Vec<(String, Vec<String>)> {
    if menu.options.is_empty() || !rng.chance(1, one_in) {
        return Vec::new();
    }
    let choose = |(spec, sets): &(String, Vec<Vec<String>>), rng: &mut Rng| {
        let mut chosen = rng.pick(sets)?.clone();
        // A second option now and then: some bugs need two.
        if rng.chance(1, 4)
            && let Some(more) = rng.pick(sets)
        {
            let key = |option: &str| option.split('=').next().unwrap_or("").to_string();
            let known: Vec<String> = chosen.iter().map(|o| key(o)).collect();
            chosen.extend(more.iter().filter(|o| !known.contains(&key(o))).cloned());
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

    #[test]
    fn a_block_fixes_its_choice_and_all_strategies_come() {
        let menu = Menu {
            strategies: ["op", "swap"]
                .map(|name| (name.to_string(), vec![]))
                .to_vec(),
            options: vec![("z3".into(), vec![vec!["a=1".into()], vec!["b=2".into()]])],
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
