//! Differential truth, sized for every run of the tests: our values against z3 and cvc5 where they
//! are installed. The example `differential` does the same at any size.

mod ground;

/// Terms of each operator: all operators together stay below a minute.
const EACH: u64 = 80;

fn agrees(spec: &str, letter: char) {
    gadfly_testkit::catalog();
    let found = gadfly_solver::resolve(&[spec.to_string()]);
    let Some(solvers) = gadfly_testkit::installed(found) else {
        return;
    };
    let least = EACH as usize * 9 / 10;
    for solver in &solvers {
        let tallies = ground::compare(solver, letter, 11, EACH, None, |_| {});
        let odd: Vec<_> = tallies
            .iter()
            .filter(|t| !t.disagreed.is_empty() || t.agreed < least)
            .collect();
        assert!(odd.is_empty(), "{spec}: {odd:#?}");
    }
}

#[test]
fn z3_agrees() {
    agrees("z3@5.4.0", 'z');
}

#[test]
fn cvc5_agrees() {
    agrees("cvc5@1.4.2", 'c');
}
