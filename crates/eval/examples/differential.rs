//! Differential truth at any size: `cargo run --release -p gadfly-eval --example differential -- EACH [THEORY]`
//! compares EACH terms of every template with z3 5.4.0 and cvc5 1.4.2.

#[path = "../tests/ground/mod.rs"]
mod ground;

fn main() {
    gadfly_exec::guardian_entry();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let each = args.first().and_then(|a| a.parse().ok()).unwrap_or(1000);
    let seed = std::env::var("SEED")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(1);
    for (spec, letter) in [("z3@5.4.0", 'z'), ("cvc5@1.4.2", 'c')] {
        match gadfly_solver::resolve(&[spec.to_string()]) {
            Ok(solvers) => solvers.iter().for_each(|solver| {
                let tally =
                    ground::compare(solver, letter, seed, each, args.get(1).map(String::as_str));
                report(spec, &tally);
            }),
            Err(error) => eprintln!("{spec} is not installed: {error}"),
        }
    }
}

fn report(spec: &str, tally: &ground::Tally) {
    let least = tally.by_template.iter().min_by_key(|(_, n)| **n);
    println!(
        "{spec}: {} terms agreed, {} disagreed, {} unanswered, {} open (unspecified); {} operators, fewest terms {:?}",
        tally.agreed,
        tally.disagreed.len(),
        tally.unanswered,
        tally.open,
        tally.by_template.len(),
        least
    );
    for case in &tally.disagreed {
        println!("  {case}");
    }
}
