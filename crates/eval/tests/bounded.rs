//! Terms and models that take more time or memory than there is: *undetermined* with the reason, before
//! it is taken.

mod setup;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use gadfly_eval::{Budget, Model, Prepared, Value, cancellable, trace, was_cut_short};
use gadfly_rng::Rng;
use setup::{evaluated, script, word};

const STEPS: &str = "undetermined: the evaluation takes more steps than it may";
const MEMORY: &str = "undetermined: the evaluation takes more memory than it may";
const LIMIT: &str = "undetermined: the value is out of reach of the evaluator's limits";

/// What a megabyte and a few milliseconds are enough for.
const SMALL: Budget = Budget {
    steps: 4_000_000,
    bytes: 4_000_000,
};

/// The verdict within a budget, and what was used of it.
#[track_caller]
fn within(budget: Budget, text: &str, model: &str) -> (String, Budget) {
    budget.run(|| {
        let said = evaluated(text, model).map_or_else(|e| e.to_string(), |e| word(&e.overall));
        let left = Budget::left().unwrap();
        let used = Budget {
            steps: budget.steps - left.steps,
            bytes: budget.bytes - left.bytes,
        };
        (said, used)
    })
}

fn string(x: &str) -> String {
    format!("((define-fun x () String \"{x}\"))")
}

/// `(let ((a1 STEP)) (let ((a2 STEP)) … BODY))`, where a step says `{}` for the one before.
fn chain(first: &str, step: &str, count: usize, body: &str) -> String {
    let mut text = format!("(let ((a0 {first})) ");
    for i in 1..=count {
        let step = step.replace("{}", &format!("a{}", i - 1));
        text.push_str(&format!("(let ((a{i} {step})) "));
    }
    text + &body.replace("{}", &format!("a{count}")) + &")".repeat(count + 1)
}

#[test]
fn texts_that_multiply_are_not_made() {
    let twice = "(str.replace_all {} \"a\" (str.++ x x))";
    let replaced = twice.replace("{}", &twice.replace("{}", &twice.replace("{}", "x")));
    let joined = format!("(str.++ {})", "{} ".repeat(200));
    for term in [
        replaced,
        chain("x", &joined, 4, "{}"),
        chain("x", "(str.++ {} {})", 60, "{}"),
    ] {
        let text = format!("(declare-const x String)(assert (= \"b\" {term}))");
        let (said, used) = within(SMALL, &text, &string(&"a".repeat(40)));
        assert!([MEMORY, STEPS, LIMIT].contains(&&*said), "{said}: {term}");
        assert!(used.bytes <= SMALL.bytes / 2, "{used:?}");
    }
}

/// What is looked at is charged, and no more.
#[test]
fn a_long_text_of_matches_is_no_bomb() {
    let text = "(declare-const x String)\
        (assert (= 100000 (str.len (str.replace_all x \"a\" \"bb\"))))";
    let (said, used) = within(Budget::STANDARD, text, &string(&"a".repeat(50_000)));
    assert_eq!(said, "true");
    assert!(used.steps < 1_000_000, "{used:?}");
}

#[test]
fn stores_share_what_they_store_on() {
    let stores = 3_000;
    let mut array = "((as const (Array Int Int)) 0)".to_string();
    for i in 0..stores {
        array = format!("(store {array} {} {i})", i * 7_919 % 3_001);
    }
    let text = "(declare-const a (Array Int Int))(assert (= (select a 7919) 0))\
        (assert (= (select a 1917) 1))(assert (= a (store a 1917 1)))";
    let model = format!("((define-fun a () (Array Int Int) {array}))");
    let (said, used) = within(Budget::STANDARD, text, &model);
    assert_eq!(said, "true");
    assert!(used.bytes < 1_500 * stores as u64, "{used:?}");
}

const TREE: &str = "(declare-datatype T ((leaf (v Int)) (node (left T) (right T))))";

#[test]
fn shared_data_is_not_written_out() {
    let tree = chain("(leaf 1)", "(node {} {})", 60, "{}");
    let model = format!("((define-fun x () T {tree})(define-fun y () T {tree}))");
    for assertion in [
        "(= x y)",
        "(= 1 (select (store ((as const (Array T Int)) 0) x 1) y))",
        "(distinct x y (node x y))",
        "(= x (left (node y x)))",
    ] {
        let text = format!("{TREE}(declare-const x T)(declare-const y T)(assert {assertion})");
        let (said, used) = within(SMALL, &text, &model);
        assert_eq!(said, STEPS, "{assertion}");
        assert!(used.bytes < 100_000, "{used:?}");
    }
    // In the script itself what is shared is the same without a look.
    let same = chain("x", "(node {} {})", 60, "(= {} {})");
    let text = format!("{TREE}(declare-const x T)(assert {same})");
    let (said, _) = within(SMALL, &text, "((define-fun x () T (leaf 1)))");
    assert_eq!(said, "true");
    let script = script(&format!("{TREE}(define-fun x () T {tree})(assert (= x x))"));
    let root = script.assertions().next().unwrap();
    let values = trace(&script, &Model::empty(&script), script.args(root)[0]);
    let printed = values[0].1.as_ref().unwrap().printed(1_000);
    assert!(printed.starts_with("(node (node ") && printed.ends_with('…'));
}

/// Values within values are compared, printed and dropped by recursion.
#[test]
fn values_that_nest_without_end_are_given_up() {
    let list = "(declare-datatype L ((end) (link (rest (Seq L)))))";
    let deep = chain("end", "(link (seq.unit {}))", 20_000, "(= {} end)");
    assert_eq!(
        within(SMALL, &format!("{list}(assert {deep})"), "()").0,
        LIMIT
    );
    let (open, close) = ("(seq.unit ".repeat(20_000), ")".repeat(20_000));
    let text = "(declare-const x (Seq Int))(assert (= x x))";
    let model = format!("((define-fun x () (Seq Int) {open}0{close}))");
    assert_eq!(within(SMALL, text, &model).0, LIMIT);
    let (open, close) = ("(Array Int ".repeat(20_000), ")".repeat(20_000));
    let model = format!("((define-fun x () {open}Int{close} 0))");
    let said = within(SMALL, text, &model).0;
    assert!(said.starts_with("undetermined: "), "{said}");
}

#[test]
fn a_search_by_an_expression_reads_the_text_once() {
    let b = "(re.++ (re.* (str.to_re \"a\")) (str.to_re \"b\"))";
    let text = format!(
        "(declare-const x String)(assert (= x (str.replace_re x {b} \"c\")))\
         (assert (= x (str.replace_re_all x {b} \"c\")))\
         (assert (= (- 1) (str.indexof_re x {b} 3)))(assert (not (str.in_re x {b})))"
    );
    let (said, used) = within(Budget::STANDARD, &text, &string(&"a".repeat(16_000)));
    assert_eq!(said, "true");
    assert!(used.steps < 4_000_000, "{used:?}");
    // Each place is a start of its own here.
    let far = "(re.++ (str.to_re \"a\") ((_ re.^ 4000) re.allchar) (str.to_re \"b\"))";
    let text = format!("(declare-const x String)(assert (= x (str.replace_re x {far} \"c\")))");
    assert_eq!(within(SMALL, &text, &string(&"a".repeat(16_000))).0, STEPS);
}

#[test]
fn numbers_of_any_size_have_an_end() {
    let integers = "(declare-const x Int)";
    let model = "((define-fun x () Int 123456789)(define-fun r () Real (/ 22.0 7.0)))";
    let square = chain("x", "(* {} {})", 40, "(= {} 0)");
    let copies = chain("(^ x 100000)", "(- {})", 100, "(= {} 0)");
    for term in [square, copies] {
        let (said, _) = within(SMALL, &format!("{integers}(assert {term})"), model);
        assert!([MEMORY, STEPS, LIMIT].contains(&&*said), "{said}: {term}");
    }
    let fraction = chain("r", "(+ (* {} {}) (/ 1.0 {}))", 30, "(= {} 0.0)");
    let text = format!("(declare-const r Real)(assert {fraction})");
    assert_eq!(within(SMALL, &text, model).0, STEPS);
    let polynomial: String = (1..200)
        .map(|i| format!("(* {} (^ x {i})) ", i * 31))
        .collect();
    let root = format!("(root-obj (+ (^ x 200) {polynomial} (- 3)) 1)");
    let model = format!("((define-fun r () Real {root}))");
    let text = "(declare-const r Real)(assert (> (* r r r) r))";
    assert_eq!(within(SMALL, text, &model).0, STEPS);
}

/// A width of the formatter has 16 bits, and the size of an index sort is no number to write down.
#[test]
fn vectors_of_any_width() {
    let text = "(declare-const x (_ BitVec 65538))(assert (= (bvadd x x) ((_ rotate_left 1) x)))";
    let model = "((define-fun x () (_ BitVec 65538) (_ bv1 65538)))";
    assert_eq!(within(Budget::STANDARD, text, model).0, "true");
    let script = script(text);
    let root = script.assertions().next().unwrap();
    let values = trace(&script, &Model::parse(model, &script).unwrap(), root);
    let printed = values[0].1.as_ref().unwrap().to_string();
    assert_eq!(printed, format!("#b{}1", "0".repeat(65_537)));
    let script = setup::script(
        "(assert (= x (_ NaN 8 70001)))"
            .replace('x', FLOAT)
            .as_str(),
    );
    let root = script.assertions().next().unwrap();
    let values = trace(&script, &Model::empty(&script), root);
    let mut printed = values
        .iter()
        .filter_map(|(_, v)| Some(v.as_ref().ok()?.to_string()));
    assert!(printed.any(|v| v.starts_with("(fp #b0 #b01111111 #b1") && v.len() > 70_000));
    let huge = "(declare-const x (_ BitVec 2000000000))\
        (declare-const a (Array (_ BitVec 2000000000) Bool))\
        (assert (= a ((as const (Array (_ BitVec 2000000000) Bool)) true)))\
        (assert (exists ((z (_ BitVec 2000000000))) (= (bvnot z) x)))";
    let said = within(
        SMALL,
        huge,
        "((define-fun x () (_ BitVec 2000000000) (_ bv1 2000000000)))",
    );
    assert!(said.0.starts_with("undetermined: "), "{}", said.0);
}

const FLOAT: &str = "((_ to_fp 8 70001) RNE 1.5)";

/// Datatypes that square the number of their values with each declaration.
#[test]
fn sizes_of_sorts_have_an_end() {
    let mut text = String::from("(declare-datatype D0 ((c0 (f0 Bool) (g0 Bool)) (e0)))");
    for i in 1..60 {
        let before = format!("D{}", i - 1);
        text.push_str(&format!(
            "(declare-datatype D{i} ((c{i} (f{i} {before}) (g{i} {before})) (e{i})))"
        ));
    }
    text.push_str("(declare-const a (Array D59 Bool))(declare-const b (Array D59 Bool))");
    text.push_str("(assert (= a b))(assert (forall ((x D1)) (=> (= x e1) (not ((_ is c1) x)))))");
    let array = |value| format!("((as const (Array D59 Bool)) {value})");
    let model = format!(
        "((define-fun a () (Array D59 Bool) {})(define-fun b () (Array D59 Bool) {}))",
        array(true),
        array(false)
    );
    assert_eq!(within(SMALL, &text, &model).0, "false");
}

/// One heavy term leaves enough for the others.
#[test]
fn what_one_term_may_not_have_another_may() {
    let heavy = chain("x", "(* {} {})", 60, "(= {} 0)");
    let text = format!("(declare-const x Int)(assert {heavy})(assert (= (* x x) 5))");
    let (said, _) = within(SMALL, &text, "((define-fun x () Int 12345))");
    assert_eq!(said, "false");
}

#[test]
fn the_flag_ends_an_evaluation() {
    let text = "(declare-fun f ((_ BitVec 16)) Bool)\
        (assert (forall ((x (_ BitVec 16))) (or (f x) (not (f x)))))";
    let model = "((define-fun f ((x (_ BitVec 16))) Bool (bvult x #x1234)))";
    assert_eq!(within(Budget::STANDARD, text, model).0, "true");
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let flag = Arc::new(move || count.fetch_add(1, Ordering::Relaxed) >= 2);
    let (said, cut) = cancellable(flag, || {
        (within(Budget::STANDARD, text, model).0, was_cut_short())
    });
    assert_eq!(said, "undetermined: the evaluation was cancelled");
    assert!(cut && asked.load(Ordering::Relaxed) >= 3);
}

/// A term that grows, of one of the sorts below.
fn growing(rng: &mut Rng, sort: usize, depth: usize) -> String {
    if depth == 0 {
        return format!("x{sort}");
    }
    let mut part = |sort: usize| growing(rng, sort, depth - 1);
    // Two of three times the same term twice, which is what makes values large.
    let (a, b) = (part(sort), part(sort));
    let choose = rng.below(4);
    let b = if choose < 3 { a.clone() } else { b };
    match (sort, choose) {
        (0, 0) => format!("(str.replace_all {a} \"a\" {b})"),
        (0, 1) => format!("(str.replace_re_all {a} (re.+ (str.to_re \"a\")) {b})"),
        (0, _) => format!("(str.++ {a} {b} {a})"),
        (1, 0) => format!("(^ {a} 20)"),
        (1, 1) => format!("(* {a} {b} {b})"),
        (1, _) => format!("(+ (* {a} {a}) (int.pow2 (mod {b} 30000)))"),
        (2, 0) => format!("(seq.replace_all {a} (seq.unit 1) {b})"),
        (2, _) => format!("(seq.++ {a} {b} {a})"),
        (3, 0) => format!("(store {a} (select {b} 0) (select {a} 1))"),
        (3, _) => format!("(store {a} (+ 1 (select {b} {depth})) {depth})"),
        (4, 0) => format!("(set.union {a} (set.singleton {depth}))"),
        (4, _) => format!("(set.union {a} (set.minus {b} (set.singleton {depth})))"),
        (5, _) => format!("(node {a} {b})"),
        (_, 0) => format!("(* {a} {b} {b})"),
        (_, 1) => format!("(+ (/ {a} 3.0) (/ 7.0 {b}))"),
        (_, _) => format!("(- (* {a} {b}) (/ 1.0 {a}))"),
    }
}

const SORTS: [(&str, &str); 7] = [
    ("String", "\"aaaaaaaaaaaaaaaaaaaa\""),
    ("Int", "1234567890123456789"),
    (
        "(Seq Int)",
        "(seq.++ (seq.unit 1) (seq.unit 1) (seq.unit 2))",
    ),
    ("(Array Int Int)", "((as const (Array Int Int)) 3)"),
    ("(Set Int)", "(set.singleton 1)"),
    ("T", "(leaf 1)"),
    ("Real", "(/ 22.0 7.0)"),
];

/// About the memory of a value without its parts.
fn size(value: &Value) -> usize {
    match value {
        Value::Text(t) => 4 * t.len(),
        Value::Int(n) => n.bit_len() / 8,
        Value::Seq(s) => 24 * s.items.len(),
        Value::Set(s) => 24 * s.members.len(),
        Value::Data(d) => 24 * d.fields.len(),
        Value::Real(r) => r.to_string().len() / 3,
        _ => 0,
    }
}

/// All values of a term together take what the budget gives, and the one that was too much.
#[test]
fn terms_that_grow_stay_within_the_budget() {
    let budget = Budget {
        steps: 2_000_000,
        bytes: 1_000_000,
    };
    let declared: String = (0..SORTS.len())
        .map(|i| format!("(declare-const x{i} {})", SORTS[i].0))
        .collect();
    let defined: String = (0..SORTS.len())
        .map(|i| format!("(define-fun x{i} () {} {})", SORTS[i].0, SORTS[i].1))
        .collect();
    let (mut refused, mut settled) = (0, 0);
    for round in 0..300 {
        let mut rng = Rng::new(7, 18, round);
        let sort = round as usize % SORTS.len();
        let depth = 1 + rng.below(8);
        let term = growing(&mut rng, sort, depth);
        let script = script(&format!("{TREE}{declared}(assert (= {term} {term}))"));
        let root = script.assertions().next().unwrap();
        let total = budget.run(|| {
            let model = Model::parse(&format!("({defined})"), &script).unwrap();
            let values = trace(&script, &model, script.args(root)[0]);
            let left = Budget::left().unwrap();
            assert!(left.steps <= budget.steps && left.bytes <= budget.bytes);
            let ends = Prepared::new(&script, vec![root]).values(&model);
            match &ends[0] {
                Ok(_) => settled += 1,
                Err(_) => refused += 1,
            }
            let sizes = values.iter().filter_map(|(_, v)| v.as_ref().ok());
            sizes.map(size).sum::<usize>()
        });
        // Variables stand for values that are there once.
        assert!(total < 3 * budget.bytes as usize, "{total}: {term}");
    }
    assert!(
        refused > 20 && settled > 100,
        "{refused} refused, {settled} settled"
    );
}
