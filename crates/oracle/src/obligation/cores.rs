//! Cores and unsatisfiable assumptions: part of what was asked about, unsatisfiable alone, and minimal
//! where an option promises that.

use super::scene::{Asserted, Scene};
use super::{Must, Obligation, asked, short};
use gadfly_solver::{Answer, Run};
use gadfly_syntax::loose::items;
use gadfly_vocabulary::{Law, Topic};
use std::fmt::Write;

/// Options that promise a minimal core, in a script and on the command line.
const MINIMAL: [&str; 4] = [
    ":minimal-unsat-cores",
    ":smt.core.minimize",
    "--minimal-unsat-cores",
    "smt.core.minimize=true",
];
/// Of a larger core not every element is tried.
const MOST: usize = 4;

/// What a core obliges to.
pub(super) fn core(scene: &Scene<'_>, response: &str, run: &Run) -> Vec<Obligation> {
    let names: Vec<&str> = items(response).into_iter().map(bare).collect();
    let about = |law, must| scene.obligation(Topic::Core, law, vec![short(response)], must);
    // Some print formulas where there are no names: that is no list of names.
    let unnamed = |name: &&str| scene.asserted.iter().any(|it| bare(it.term) == *name);
    if names
        .iter()
        .any(|name| name.starts_with('(') || unnamed(name))
    {
        return Vec::new();
    }
    // Solvers may count assumptions in.
    let asked_about = |name: &&str| {
        let named = |it: &Asserted<'_>| it.name.map(bare) == Some(*name);
        scene.asserted.iter().any(named) || scene.assumed.iter().any(|it| bare(it) == *name)
    };
    if !names.iter().all(asked_about) {
        return vec![about(Law::Subset, Must::Never)];
    }
    let part = |names: &[&str]| {
        let counts = |it: &&Asserted<'_>| it.name.is_none_or(|name| names.contains(&bare(name)));
        unsatisfiable(scene, scene.asserted.iter().filter(counts), &scene.assumed)
    };
    let mut found = Vec::new();
    found.extend(part(&names).map(|script| about(Law::Unsatisfiable, is(script, Answer::Unsat))));
    let promised = MINIMAL.iter().any(|option| {
        let given = run.spec.split_whitespace().any(|word| word == *option);
        scene.is_set(option) || given
    });
    if promised && scene.assumed.is_empty() {
        for left_out in names.iter().take(MOST) {
            let rest: Vec<&str> = names.iter().filter(|it| it != &left_out).copied().collect();
            found.extend(part(&rest).map(|script| about(Law::Minimal, is(script, Answer::Sat))));
        }
    }
    found
}

/// What unsatisfiable assumptions oblige to.
pub(super) fn assumptions(scene: &Scene<'_>, response: &str) -> Vec<Obligation> {
    let literals = items(response);
    let about = |law, must| scene.obligation(Topic::Assumptions, law, vec![short(response)], must);
    let plain = |text: &str| {
        let words: Vec<&str> = gadfly_syntax::loose::words(text)
            .map(|(_, word)| bare(word))
            .collect();
        words.join(" ")
    };
    let assumed: Vec<String> = scene.assumed.iter().map(|it| plain(it)).collect();
    // z3 lists the named assertions that it needs beside the assumptions.
    let named = |text: &str| {
        scene
            .asserted
            .iter()
            .any(|it| it.name.map(bare) == Some(bare(text)))
    };
    let (own, others): (Vec<&str>, Vec<&str>) = literals
        .iter()
        .copied()
        .partition(|literal| assumed.contains(&plain(literal)));
    if !others.iter().all(|text| named(text)) {
        return vec![about(Law::Subset, Must::Never)];
    }
    let script = unsatisfiable(scene, scene.asserted.iter(), &own);
    let must = script.map(|script| is(script, Answer::Unsat));
    must.map(|must| about(Law::Unsatisfiable, must))
        .into_iter()
        .collect()
}

fn is(script: String, answer: Answer) -> Must {
    Must::Answer {
        script,
        answer,
        given: None,
    }
}

fn unsatisfiable<'s>(
    scene: &Scene<'_>,
    asserted: impl Iterator<Item = &'s Asserted<'s>>,
    literals: &[&str],
) -> Option<String> {
    let mut body = String::new();
    for assertion in asserted {
        let _ = writeln!(body, "{}", assertion.command);
    }
    for literal in literals {
        let _ = writeln!(body, "(assert {literal})");
    }
    asked(scene, true, &body)
}

/// A symbol without its bars.
fn bare(symbol: &str) -> &str {
    let inner = symbol.strip_prefix('|').and_then(|s| s.strip_suffix('|'));
    inner.unwrap_or(symbol)
}
