//! The live page: what runs now, what was found, what became of it across nights.

use crate::events::Part;
use crate::study::Study;
use crate::watch::Hunt;
use gadfly_report::{
    Fate, Past, Shown, Summary, cards, duration, ends, html as page, short_number,
};
use gadfly_store::{Tally, grouped};
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// The most findings in the list of the latest.
const LATEST: usize = 5;

/// The parts, where each stands.
const PLACES: [(&str, &str); 3] = [
    ("live-now", "Now"),
    ("live-found", "Findings"),
    ("live-past", "Across nights"),
];

/// The whole page.
pub(crate) fn page(parts: &[Part]) -> String {
    let head = html! {
        p.note {
            span #connection role="status" data-live="events" { "as it was when this was loaded" }
            noscript { ": without scripts this page stands still; load it again." }
        }
    };
    let section = |(id, title): (&str, &str)| {
        let part = parts.iter().find(|part| part.id == id);
        let inside = part.map_or(String::new(), |part| part.html.to_string());
        (!inside.is_empty())
            .then(|| page::section(title, &html! { div id=(id) { (PreEscaped(inside)) } }))
    };
    let sections: Vec<_> = PLACES.into_iter().filter_map(section).collect();
    page::frame(
        "live",
        "hunts and studies as they are now",
        &head,
        &sections,
    )
}

/// What is at work, how fast, and what it found last.
pub(crate) fn now(hunts: &[Hunt], studies: &[Study], summary: &Summary) -> String {
    let warnings = hunts.iter().flat_map(|hunt| {
        let trouble = hunt.trouble.iter();
        let all = hunt.status.warnings.iter().chain(trouble);
        all.map(|sentence| format!("{}: {sentence}", hunt.slug))
    });
    let tallies = tallies(hunts);
    let answers = ends(
        "Answers",
        "How the runs of each solver ended.",
        "solver",
        tallies.iter().map(|tally| (&*tally.solver, tally)),
    );
    let cards = [
        html! { div.stack { (latest(hunts, summary)) (answers) } },
        strategies(hunts, summary),
    ];
    let all = html! {
        div.stack {
            (tiles(hunts, summary))
            (page::warnings(&warnings.collect::<Vec<_>>()))
            @if hunts.is_empty() && studies.is_empty() {
                (page::none("There is no hunt and no study here yet."))
            }
            @if !hunts.is_empty() {
                div.card { (table_of(hunts)) }
                (page::grid(&cards))
            }
            @if !studies.is_empty() { div.card { (table_of_studies(studies)) } }
        }
    };
    all.into_string()
}

fn tiles(hunts: &[Hunt], summary: &Summary) -> Markup {
    let alive = || hunts.iter().filter(|hunt| hunt.status.is_alive());
    let sum = |of: fn(&Hunt) -> u64| short_number(hunts.iter().map(of).sum::<u64>() as f64);
    let rate: f64 = alive().map(|hunt| hunt.status.rate).sum();
    let running = format!("{} of {}", alive().count(), hunts.len());
    page::tiles(&[
        (summary.findings.len().to_string(), "findings"),
        (running, "hunts at work"),
        (short_number(rate), "tests a second now"),
        (sum(|hunt| hunt.status.tests), "formulas run"),
        (sum(|hunt| hunt.status.waiting), "verdicts to confirm"),
        (sum(|hunt| hunt.status.unreduced), "findings to reduce"),
    ])
}

/// What a hunt is doing.
fn state(hunt: &Hunt) -> String {
    let status = &hunt.status;
    match &status.ended {
        Some(why) => why.clone(),
        None if status.is_alive() => "at work".into(),
        None if status.written_ms == 0 => "not at work".into(),
        None => format!(
            "no sign of life for {}",
            duration(status.age().as_secs_f64())
        ),
    }
}

fn table_of(hunts: &[Hunt]) -> Markup {
    let part = |hunt: &Hunt| match hunt.status.shard {
        (_, 0 | 1) => String::new(),
        (number, of) => format!(" {}/{of}", number + 1),
    };
    let since = |hunt: &Hunt| {
        let last = hunt.status.last_found?;
        Some(duration((hunt.status.seconds - last).max(0.0)))
    };
    let rows = html! {
        thead { tr {
            @for head in ["hunt", "state", "solvers under test"] { th scope="col" { (head) } }
            @for head in ["tests/s", "formulas", "findings", "since the last", "time left"] {
                th.n scope="col" { (head) }
            }
        } }
        tbody {
            @for hunt in hunts {
                @let status = &hunt.status;
                @let rate = if status.is_alive() { short_number(status.rate) } else { "–".into() };
                tr {
                    th scope="row" { a href={ "hunt/" (hunt.slug) "/" } { (hunt.slug) } (part(hunt)) }
                    td { (state(hunt)) }
                    td { (status.solvers.join(", ")) }
                    td.n { (rate) }
                    td.n { (grouped(status.tests)) }
                    td.n { (hunt.findings.len()) }
                    td.n { (since(hunt).unwrap_or_else(|| "–".into())) }
                    td.n { (status.seconds_left.map_or_else(|| "–".into(), duration)) }
                }
            }
        }
    };
    page::listing("Hunts", &rows)
}

fn table_of_studies(studies: &[Study]) -> Markup {
    let rows = html! {
        thead { tr {
            th scope="col" { "study" } th scope="col" { "state" } th.n scope="col" { "parts done" }
        } }
        tbody {
            @for study in studies {
                tr {
                    th scope="row" {
                        @if study.has_page {
                            a href={ "study/" (study.slug) "/" } { (study.slug) }
                        } @else { (study.slug) }
                    }
                    td { @if study.running { "at work" } @else { "not at work" } }
                    td.n { (study.parts) }
                }
            }
        }
    };
    page::listing("Studies", &rows)
}

/// The findings that were made last.
fn latest(hunts: &[Hunt], summary: &Summary) -> Markup {
    let age = |shown: &Shown| {
        let folder = |hunt: &&Hunt| hunt.folder.display().to_string() == shown.folder;
        let status = &hunts.iter().find(folder)?.status;
        let silent = status.age().as_secs_f64();
        Some((status.seconds - shown.finding.found).max(0.0) + silent)
    };
    let findings = summary.findings.iter();
    let ages = findings.filter_map(|shown| Some((age(shown)?, shown)));
    let mut latest: Vec<(f64, &Shown)> = ages.collect();
    latest.sort_by(|a, b| a.0.total_cmp(&b.0));
    latest.truncate(LATEST);
    let body = match latest.is_empty() {
        true => page::none("Nothing was found yet."),
        false => html! {
            ul.plain {
                @for (_, shown) in latest {
                    li {
                        a href={ "#" (shown.finding.id) } { (page::with_code(&shown.finding.title)) }
                        " (" (shown.finding.kind) ", at " (duration(shown.finding.found)) ")"
                    }
                }
            }
        },
    };
    page::card("The latest findings", &html! {}, &body)
}

fn strategies(hunts: &[Hunt], summary: &Summary) -> Markup {
    let mut formulas: BTreeMap<&str, u64> = BTreeMap::new();
    for (strategy, count) in hunts.iter().flat_map(|hunt| &hunt.status.strategies) {
        *formulas.entry(strategy).or_default() += count;
    }
    let found = |strategy: &str| {
        let findings = summary.findings.iter();
        findings
            .filter(|shown| shown.finding.strategy == strategy)
            .count()
    };
    let mut rows: Vec<(usize, &str, u64)> = formulas
        .into_iter()
        .map(|(strategy, count)| (found(strategy), strategy, count))
        .collect();
    rows.sort_by_key(|(found, _, count)| std::cmp::Reverse((*found, *count)));
    let row = |(found, strategy, count): (usize, &str, u64)| {
        vec![strategy.to_string(), grouped(count), found.to_string()]
    };
    let rows: Vec<Vec<String>> = rows.into_iter().map(row).collect();
    let head = ["strategy", "formulas", "findings"];
    let table = page::table("By what", &head, &rows);
    page::card("By what", &html! {}, &table)
}

fn tallies(hunts: &[Hunt]) -> Vec<Tally> {
    let of = hunts.iter().flat_map(|hunt| &hunt.status.ends);
    let of =
        of.flat_map(|(solver, ends)| ends.iter().map(move |(class, runs)| (solver, class, runs)));
    of.map(|(solver, class, runs)| Tally {
        strategy: String::new(),
        logic: String::new(),
        solver: solver.clone(),
        class: *class,
        runs: *runs,
        wall_us: 0,
        cpu_us: 0,
    })
    .collect()
}

/// The findings of all hunts.
pub(crate) fn found(hunts: &[Hunt], summary: &Summary) -> String {
    let found = html! {
        @match (hunts.is_empty(), summary.findings.is_empty()) {
            (true, _) => {},
            (_, true) => (page::none("Nothing was found yet.")),
            (_, false) => (cards(summary)),
        }
    };
    found.into_string()
}

/// What became of findings across nights; nothing where there is one night only.
pub(crate) fn past(past: &[Past]) -> String {
    if past.iter().all(|one| one.of < 2 && one.fate == Fate::New) {
        return String::new();
    }
    let rows = html! {
        thead { tr {
            @for head in ["", "finding", "seen in", "last", "how that is known"] {
                th scope="col" { (head) }
            }
        } }
        tbody {
            @for one in past {
                tr {
                    th scope="row" { (page::chip(one.fate.tone(), one.fate.name())) }
                    td { a href={ "#" (one.id) } { (page::with_code(&one.title)) } " " (one.id) }
                    td { (one.nights) " of " (one.of) }
                    td { (one.last) }
                    td { (one.why) }
                }
            }
        }
    };
    html! { div.card { (page::listing("Findings across nights", &rows)) } }.into_string()
}
