//! Mangled scripts never make the parser panic or hang, and what it accepts keeps its promises.

mod common;

use common::{Dice, check_promises, mangled};
use gadfly_catalog::Catalog;
use gadfly_term::{Mode, Parser};

/// Scripts that reach every form of term and command; the corpus is added where there is one.
const SEEDS: [&str; 5] = [
    "(set-logic ALL)(declare-datatypes ((L 1) (T 0)) ((par (X) ((nil) (cons (hd X) (tl (L X))))) ((leaf) (node (l T) (v Int)))))
     (declare-const a (L Int))(assert (match a ((nil true) ((cons h t) (> h 0)))))(assert ((_ is cons) a))(assert (= a (as nil (L Int))))
     (define-fun-rec len ((x (L Int))) Int (ite (is-nil x) 0 (+ 1 (len (tl x)))))(assert (= (len a) 2))(check-sat)(get-value (a))",
    "(set-option :produce-models true)(declare-fun f (Int Real) Bool)(declare-const x Int)(push 1)
     (assert (! (forall ((y Int) (z Real)) (! (=> (f y z) (exists ((y Real)) (> y z))) :pattern ((f y z)) :weight 3)) :named top))
     (check-sat-assuming (top (not top)))(pop 1)(define-sort P (X Y) (Array X (Array Y Bool)))(declare-const q (P Int Real))
     (assert (select (select q x) 1.5))(assert (= q ((as const (P Int Real)) ((as const (Array Real Bool)) true))))(exit)",
    "(declare-const b (_ BitVec 16))(declare-const s String)(declare-const f Float32)
     (assert (let ((x (bvadd b #x00ff)) (y (_ bv3 16))) (let ((x (concat x y))) (= ((_ extract 31 16) x) #b0000000011111111))))
     (assert (str.in_re s (re.++ (re.* (re.range \"a\" \"z\")) ((_ re.loop 1 3) (str.to_re \"\"\"x\\u{41}\")))))
     (assert (fp.lt ((_ to_fp 8 24) RNE b) (fp.add RTZ f (fp #b0 #xff #b00000000000000000000000))))",
    "(declare-datatypes (T) ((Tree leaf (node (left Tree) (val T)))))(declare-const t (Tree Int))(assert (> (val t) 0))
     (define-funs-rec ((ev ((n Int)) Bool) (od ((n Int)) Bool)) ((ite (= n 0) true (od (- n 1))) (ite (= n 0) false (ev (- n 1)))))
     (assert (ev 4))(minimize (val t))(check-sat-using smt)(set-info :status sat)(echo \"x\")(reset-assertions)",
    "(declare-sort S 1)(declare-const m (S (Seq Int)))(declare-fun |a b| ((S (Seq Int))) Int)(assert (= (|a b| m) |#x|))(declare-const || Bool)(assert ||)
     (define-const c Int 5)(assert (= ((lambda ((x Int)) (+ x 1)) c) 6))(assert (= (seq.len (seq.unit c)) 1))",
];

#[test]
fn mangled_scripts_are_refused_or_keep_their_promises() {
    let mut texts: Vec<String> = SEEDS.iter().map(|s| s.to_string()).collect();
    let mut rounds = 400;
    if let Some(corpus) = std::env::var_os("GADFLY_CORPUS") {
        let paths = gadfly_testkit::scripts_below(std::path::Path::new(&corpus));
        texts.extend(
            paths
                .iter()
                .step_by(3)
                .filter_map(|p| std::fs::read_to_string(p).ok()),
        );
        rounds = 6;
    }
    let modes = [Mode::Default, Mode::Standard, Mode::Lenient];
    let mut parsers = modes.map(|mode| Parser::new(&Catalog::builtin(), mode));
    let mut accepted = 0;
    for (n, text) in texts.iter().enumerate() {
        for round in 0..rounds {
            let mut dice = Dice((n * 1000 + round) as u64);
            let text = mangled(text, &mut dice);
            let parser = &mut parsers[dice.roll(3)];
            match parser.parse(text.clone()) {
                Ok(script) => {
                    accepted += 1;
                    check_promises(&script);
                    assert_eq!(parser.recycle(script), text);
                }
                Err(errors) => errors
                    .iter()
                    .for_each(|e| drop(e.render("mangled", text.as_bytes()))),
            }
        }
    }
    assert!(
        accepted > 50,
        "only {accepted} accepted: the mangling is too rough to test anything"
    );
}

#[test]
fn a_parser_is_as_good_as_new_after_any_script() {
    let catalog = Catalog::builtin();
    let mut parser = Parser::new(&catalog, Mode::Default);
    let mut dice = Dice(7);
    for round in 0..300 {
        let text = mangled(SEEDS[round % SEEDS.len()], &mut dice);
        let reused = parser.parse(text.clone());
        let fresh = Parser::new(&catalog, Mode::Default).parse(text.clone());
        match (reused, fresh) {
            (Ok(a), Ok(b)) => {
                assert!(a.nodes().all(|n| a.sort(n) == b.sort(n)
                    && a.head(n) == b.head(n)
                    && a.span(n) == b.span(n)));
                parser.recycle(a);
            }
            (Err(a), Err(b)) => assert_eq!(a, b, "{text}"),
            _ => panic!("a used parser and a new one differ on {text}"),
        }
    }
}
