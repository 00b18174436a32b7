//! Whatever the predicate: the result satisfies it, is never larger, is well-formed, and a second
//! run changes nothing.

use gadfly_reduce::{Budget, Setting, Silent, Tried, reduce, squeeze};
use gadfly_term::{Mode, Script};
use proptest::prelude::*;

const SCRIPTS: &[&str] = &[
    "(set-logic ALL)(declare-fun x () Int)(declare-fun y () Int)(push 1)(assert (and (> x 10) (let ((z (+ x y))) (< z (* 3 z)))))(check-sat)(pop 1)(assert (or (= x y) (distinct x y 7)))(check-sat)",
    "(declare-fun f (Int Int) Bool)(declare-const s String)(define-fun g ((a Int)) Int (+ a 1))(assert (forall ((q Int) (r Int)) (f (g q) r)))(assert (str.in_re s (re.++ (re.* (str.to_re \"ab\")) re.allchar)))(assert (= (str.len (str.++ s \"hello\" s)) 1234))(check-sat)(get-model)",
    "(declare-const a (_ BitVec 32))(declare-const m (Array (_ BitVec 32) (_ BitVec 8)))(assert (= (bvadd a #x0000beef) (bvmul a (_ bv77 32))))(assert (not (= (select (store m a #xff) #x00000001) #b00000000)))(check-sat)(exit)",
    "(set-option :opt.priority lex)(declare-const x Int)(declare-const y Int)(assert (< 2 x 17))(minimize (+ x (div y 3)))(assert-soft (= x 3) :weight 0.5 :id g)(maximize (ite (< x y) 12 x))(assert-soft (> x y) :id h)(minimize y)(check-sat)(get-objectives)",
    "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)(assert ((_ is cons) l))(assert (= (head (tail l)) (head l)))(declare-const r Real)(assert (> (/ r 2.5) 0.125))(check-sat)",
];

fn run(script: &str, fails: &(impl Fn(&str) -> bool + Sync), jobs: usize) -> Option<String> {
    let setting = Setting {
        jobs,
        budget: Budget::default(),
        tried: &Tried::default(),
        observer: &Silent,
    };
    reduce(script, &fails, setting)
        .ok()
        .map(|reduction| reduction.text)
}

fn reads(script: &str, mode: Mode) -> bool {
    Script::parse(script, &gadfly_catalog::Catalog::builtin(), mode).is_ok()
}

/// As strictly as the input.
fn well_formed(script: &str, input: &str) -> bool {
    let modes = [Mode::Standard, Mode::Default, Mode::Lenient];
    let strictest = modes.into_iter().find(|&mode| reads(input, mode));
    strictest.is_some_and(|mode| reads(script, mode))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn results_hold_what_they_promise(which in 0..SCRIPTS.len(), salt in any::<u64>(), kept in 1usize..4, jobs in 2usize..5) {
        let script = SCRIPTS[which];
        let words: Vec<&str> = script.split(['(', ')', ' ']).filter(|w| !w.is_empty()).collect();
        let wanted: Vec<&str> =
            (0..kept).map(|n| words[(salt.rotate_left(n as u32 * 13) % words.len() as u64) as usize]).collect();
        let fails = |candidate: &str| wanted.iter().all(|word| candidate.split(['(', ')', ' ', '\n']).any(|w| w == *word));
        prop_assume!(fails(&squeeze(script)));
        let once = run(script, &fails, 1).unwrap();
        // Any number of workers comes to the same result.
        prop_assert_eq!(&run(script, &fails, jobs).unwrap(), &once);
        prop_assert!(fails(&once), "{once}");
        prop_assert!(well_formed(&once, script), "{once}");
        prop_assert!(once.len() <= squeeze(script).len());
        prop_assert_eq!(run(&once, &fails, 1).unwrap(), once);
    }
}
