//! Wrong words beside right answers, planted in a fake solver: each is found, named apart from all
//! others, and reduced; what nobody can judge is not found. Without cvc5 and yices there is nothing to do.

mod posing;
mod real;

use gadfly_examine::{Case, Order, Runner, drive};
use gadfly_exec::Limits;
use gadfly_oracle::{Given, labelled};
use gadfly_profile::Home;
use gadfly_solver::{Resolver, Run, Solver};
use posing::fake;
use real::equipped;
use std::time::Duration;

/// A script, what the solver does where it has the trigger, and what is found.
struct Row {
    script: &'static str,
    rules: &'static str,
    found: &'static str,
}

const fn row(script: &'static str, rules: &'static str, found: &'static str) -> Row {
    Row {
        script,
        rules,
        found,
    }
}

const VALUES: &str = "(set-option :produce-models true)(set-logic ALL)\
    (declare-const x Int)(declare-const y Int)\
    (assert (! (> x (mod y 3)) :named n))(assert (< y 8))(check-sat)";
const CORE: &str = "(set-option :produce-unsat-cores true)(set-logic ALL)\
    (declare-const x Int)(declare-const y Int)\
    (assert (! (> x (mod y 3)) :named a))(assert (! (< x 0) :named b))(assert (! (< y 8) :named c))\
    (check-sat)(get-unsat-core)";
const ASSUMED: &str = "(set-option :produce-unsat-assumptions true)(set-logic ALL)\
    (declare-const x Int)(declare-const g Bool)(declare-const h Bool)\
    (assert (=> g (> x 5)))(assert (=> h (< (mod x 7) 0)))\
    (check-sat-assuming (g h))(get-unsat-assumptions)";
const SIMPLIFY: &str = "(set-logic ALL)(declare-const x Int)(declare-const b (_ BitVec 4))\
    (assert (= (mod x 3) 1))";

const OPTIMA: &str = "(set-logic ALL)(declare-const x Int)(declare-const y Int)(declare-const r Real)\
    (assert (< 0 x 10))(assert (= (mod y 3) 1))(assert (< y x))(assert (> r 0.5))";

const ENTAILED: &str = "(set-option :produce-interpolants true)(set-option :produce-abducts true)\
    (set-logic ALL)(declare-const x Int)(declare-const y Int)(declare-const z Int)\
    (assert (> x (mod y 3)))(assert (> y 4))";

const SYNTHESIS: &str = "(set-logic LIA)(declare-var x Int)(declare-var y Int)\
    (set-info :solution ((define-fun f ((a Int) (b Int)) Int (ite (< a b) b a))))";
const MAX: &str = "(synth-fun f ((a Int) (b Int)) Int)(assume (<= 0 (mod x 3)))(constraint (<= x (f x y)))\
    (constraint (<= y (f x y)))(check-synth)";
const DERIVED: &str = "(synth-fun f ((a Int) (b Int)) Int ((I Int) (B Bool)) ((I Int (a b (ite B I I))) (B Bool ((< I I)))))\
    (assume (<= 0 (mod x 3)))(constraint (<= x (f x y)))(check-synth)";
const INVARIANT: &str = "(synth-inv i ((a Int)))(define-fun pre ((a Int)) Bool (= a 0))\
    (define-fun step ((a Int) (b Int)) Bool (= b (+ a 1)))(define-fun post ((a Int)) Bool (<= 0 (+ a (mod a 2))))\
    (inv-constraint i pre step post)(check-synth)";

/// Clauses that derive 0, 1, 2 and 3, and a query that fires on the last two.
const REFUTED: &str = "(set-option :produce-proofs true)(set-logic HORN)(declare-fun P (Int) Bool)\
    (assert (P 0))(assert (forall ((x Int)) (=> (and (<= 0 x) (< x 20) (P x) (< (mod x 7) 3)) (P (+ x 1)))))\
    (assert (forall ((x Int)) (=> (and (<= 0 x) (< x 20) (P x) (< 1 x)) false)))(check-sat)(get-proof)";
/// The same over bit-vectors.
const COUNTED: &str = "(set-option :produce-proofs true)(set-logic HORN)(declare-fun P ((_ BitVec 4)) Bool)\
    (assert (P #x0))(assert (forall ((x (_ BitVec 4))) (=> (and (P x) (bvult (bvurem x #x7) #x3)) (P (bvadd x #x1)))))\
    (assert (forall ((x (_ BitVec 4))) (=> (and (P x) (bvult #x1 x)) false)))(check-sat)(get-proof)";
/// Over pairs, which yices does not have.
const PAIRED: &str = "(set-option :produce-proofs true)(set-logic HORN)\
    (declare-datatypes ((Pair 0)) (((pair (left Int) (right Int)))))(declare-fun P (Pair) Bool)\
    (assert (P (pair 0 0)))(assert (forall ((x Int)) (=> (and (P (pair 0 x)) (< (mod x 7) 3)) (P (pair 0 (+ x 1))))))\
    (assert (forall ((x Int)) (=> (and (P (pair 0 x)) (< 1 x)) false)))(check-sat)(get-proof)";
const STEP: &str = "(asserted (forall ((A Int) (B Int)) (! (=> (and (P B) (not (<= 20 B)) (<= 0 B) \
    (not (<= 3 (mod B 7))) (= A (+ 1 B))) (P A)) :weight 0)))";
const FIRE: &str = "(asserted (forall ((A Int)) (! (=> (and (P A) (<= 0 A) (not (<= 20 A)) (not (<= A 1))) \
    query!0) :weight 0)))";
const ZERO: &str = "((_ hyper-res 0 0) (asserted (P 0)) (P 0))";
const END: &str = "(asserted (=> query!0 false)) false";

/// A core of four, and the option that promises a minimal one.
const MINIMAL: &str = "(set-option :produce-unsat-cores true)(set-option :minimal-unsat-cores true)\
    (set-logic QF_LIA)(declare-const x Int)(declare-const y Int)\
    (assert (! (> x (mod y 3)) :named a))(assert (! (< x 0) :named b))(assert (! (< y 8) :named c))\
    (assert (! (> y 0) :named d))(check-sat)(get-unsat-core)";

/// What a solver says that has no model to give.
const NO_MODEL: &str = r#"reply get-model "(error \"model is not available\")";"#;

/// A level that comes and goes before a check.
const POPPED: &str = "(push 1)(assert (! (> y 9) :named d))(pop 1)(check-sat)";

const FREE: &str = "(set-logic ALL)(declare-const b (_ BitVec 4))\
    (define-fun t () Bool (= (bvurem b #x3) #x1))";

const BITS: &str = "(set-logic ALL)(declare-const b (_ BitVec 4))(assert (= (bvurem b #x3) #x1))";

const PARTS: &str = "(set-option :produce-interpolants true)(set-logic QF_BV)(declare-const b (_ BitVec 4))\
    (declare-const c (_ BitVec 4))(declare-const d (_ BitVec 4))\
    (assert (! (bvult c (bvurem b #x3)) :named n))(assert (! (= d c) :named |m|))(assert (! (bvult #x2 d) :named o))\
    (check-sat)";

const ROWS: &[Row] = &[
    // Values.
    row(
        "VALUES(get-value (x y))(get-model)",
        r#"reply get-value "((x 5) (y 2))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "obligation:value:evaluates checked-model",
    ),
    row(
        "VALUES(get-value ((+ x 1)))",
        r#"reply get-value "(((+ x 1) 6))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "obligation:value:evaluates checked-model",
    ),
    row(
        "VALUES(get-assignment)(get-model)",
        r#"reply get-assignment "((n false))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "obligation:value:evaluates checked-model",
    ),
    row(
        "VALUES(eval (* 2 x) :completion true)(get-model)",
        r#"reply eval "7"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "obligation:value:evaluates checked-model",
    ),
    row(
        "VALUES(get-value ((* 2 x) x))(get-model)",
        r#"reply get-value "(((* 2 x) 8) (x 4))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "",
    ),
    // Nobody knows what the solver makes of zero.
    row(
        "VALUES(get-value ((div x 0)))(get-model)",
        r#"reply get-value "(((div x 0) 8))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "",
    ),
    // Not what was asked.
    row(
        "VALUES(get-value (x))(get-model)",
        r#"reply get-value "((x 4) (y 3))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "",
    ),
    row(
        "VALUES_USING(get-value (x))(get-model)",
        r#"reply get-value "((x 9))"; model "((define-fun x () Int 4)(define-fun y () Int 2))""#,
        "obligation:value:evaluates checked-model",
    ),
    // Values without a model.
    row(
        "VALUES(get-value (x y))",
        r#"NO_MODEL reply get-value "((x 0) (y 2))""#,
        "obligation:value:consistent resolved-core",
    ),
    row(
        "VALUES(get-value ((+ x 1) x))",
        r#"NO_MODEL reply get-value "(((+ x 1) 6) (x 4))""#,
        "obligation:value:consistent resolved-core",
    ),
    row(
        "VALUES(get-assignment)",
        r#"NO_MODEL reply get-assignment "((n false))""#,
        "obligation:value:consistent resolved-core",
    ),
    row(
        "VALUES(get-value (x y (+ x y)))",
        r#"NO_MODEL reply get-value "((x 3) (y 2) ((+ x y) 5))""#,
        "",
    ),
    // Cores.
    row(
        CORE,
        r#"core "(a z)"; answer unsat"#,
        "obligation:core:subset observed",
    ),
    row(
        CORE,
        r#"core "(a b x)"; answer unsat"#,
        "obligation:core:subset observed",
    ),
    // A name that outlives its level.
    row(
        "CORE_POPPED",
        r#"core "(b d)"; answer unsat"#,
        "obligation:core:subset observed",
    ),
    row("CORE_POPPED", r#"core "(b a)"; answer unsat"#, ""),
    row(
        CORE,
        r#"core "(b)"; answer unsat"#,
        "invalid-core checked-model",
    ),
    row(
        MINIMAL,
        r#"core "(a b c)"; answer unsat"#,
        "obligation:core:minimal resolved-core",
    ),
    row(
        MINIMAL,
        r#"core "(d a b)"; answer unsat"#,
        "obligation:core:minimal resolved-core",
    ),
    row(
        MINIMAL,
        r#"core "(a b c d)"; answer unsat"#,
        "obligation:core:minimal resolved-core",
    ),
    row(MINIMAL, r#"core "(b a)"; answer unsat"#, ""),
    row(
        MINIMAL,
        r#"core "(c a)"; answer unsat"#,
        "invalid-core checked-model",
    ),
    row(
        CORE,
        r#"core "(a c)"; answer unsat"#,
        "invalid-core checked-model",
    ),
    row(
        CORE,
        r#"core "()"; answer unsat"#,
        "invalid-core checked-model",
    ),
    row(CORE, r#"core "(b a)"; answer unsat"#, ""),
    row(CORE, r#"core "(a b c)"; answer unsat"#, ""),
    // Assumptions.
    row(
        ASSUMED,
        r#"reply get-unsat-assumptions "(h (not g))"; answer unsat"#,
        "obligation:assumptions:subset observed",
    ),
    row(
        ASSUMED,
        r#"reply get-unsat-assumptions "(g)"; answer unsat"#,
        "obligation:assumptions:unsatisfiable checked-model",
    ),
    row(
        ASSUMED,
        r#"reply get-unsat-assumptions "()"; answer unsat"#,
        "obligation:assumptions:unsatisfiable checked-model",
    ),
    row(
        ASSUMED,
        r#"reply get-unsat-assumptions "(h)"; answer unsat"#,
        "",
    ),
    row(
        ASSUMED,
        r#"reply get-unsat-assumptions "(h g)"; answer unsat"#,
        "",
    ),
    // Simplified terms.
    row(
        "SIMPLIFY(check-sat)(simplify (+ x (mod x 3) 1))",
        r#"reply simplify "(+ x (mod x 3))""#,
        "obligation:simplify:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(check-sat)(simplify (bvadd b b) :som true)",
        r#"reply simplify "(bvmul #x3 b)""#,
        "obligation:simplify:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(check-sat)(simplify (= x 77))",
        r#"reply simplify "false""#,
        "obligation:simplify:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(check-sat)(simplify (bvadd b b))",
        r#"reply simplify "(bvmul #x2 b)""#,
        "",
    ),
    row(
        "SIMPLIFY(check-sat)(simplify (bvudiv b b))",
        r#"reply simplify "(bvudiv_i b b)""#,
        "",
    ),
    row(
        "SIMPLIFY(check-sat)(simplify (div x 0))",
        r#"reply simplify "7""#,
        "",
    ),
    // Goals of tactics.
    row(
        "SIMPLIFY(check-sat)(apply simplify)",
        r#"reply apply "(goals (goal (= x 1) :precision precise :depth 1))""#,
        "obligation:tactic:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(assert (or (< x 3) (< 4 x)))(check-sat)(apply (then simplify split-clause))",
        r#"reply apply "(goals (goal (< x 3) :precision precise :depth 1))""#,
        "obligation:tactic:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(check-sat)(apply (using-params simplify :som true))",
        r#"reply apply "(goals (goal false :precision precise :depth 1))""#,
        "obligation:tactic:equivalent checked-model",
    ),
    row(
        "SIMPLIFY(check-sat)(apply qe2)",
        r#"reply apply "(goals (goal false :precision precise :depth 1))""#,
        "",
    ),
    row(
        "SIMPLIFY(check-sat)(apply (then simplify split-clause))",
        r#"reply apply "(goals (goal (= 1 (mod x 3)) (< x 4) :precision precise :depth 1)
            (goal (= (mod x 3) 1) (> x 3) :precision precise :depth 1))""#,
        "",
    ),
    // Goals that are only satisfiable where the assertions are.
    row(
        "SIMPLIFY(check-sat)(apply solve-eqs)",
        r#"reply apply "(goals (goal false :precision precise :depth 1))""#,
        "obligation:tactic:equisatisfiable resolved-core",
    ),
    row(
        "SIMPLIFY(check-sat)(apply (then simplify tseitin-cnf))",
        r#"reply apply "(goals (goal k!0 (or k!1 (not k!0)) (not k!1) :precision precise :depth 1))""#,
        "obligation:tactic:equisatisfiable resolved-core",
    ),
    row(
        "SIMPLIFY(assert (< x 0))(assert (> x 5))(check-sat)(apply smt)",
        r#"reply apply "(goals (goal :precision precise :depth 1))"; answer unsat"#,
        "obligation:tactic:equisatisfiable resolved-core",
    ),
    row(
        "SIMPLIFY(check-sat)(apply solve-eqs)",
        r#"reply apply "(goals (goal (= x 4) :precision precise :depth 1))""#,
        "",
    ),
    row(
        "SIMPLIFY(check-sat)(apply (then simplify purify-arith))",
        r#"reply apply "(goals (goal (= x (+ (* 3 k!0) k!1)) (= k!1 1) :precision precise :depth 1))""#,
        "",
    ),
    // Symbols whose sort nobody can tell.
    row(
        "SIMPLIFY(check-sat)(apply elim-uncnstr)",
        r#"reply apply "(goals (goal (= k!0 k!1) (distinct k!0 k!1) :precision precise :depth 1))""#,
        "",
    ),
    row(
        "SIMPLIFY(check-sat)(apply simplify)",
        r#"reply apply "(goals (goal false :precision under :depth 1))""#,
        "",
    ),
    // Formulas without their quantifiers.
    row(
        "FREE(check-sat)(get-qe (exists ((c (_ BitVec 4))) (bvult b c)))",
        r#"reply get-qe "true""#,
        "obligation:qe:equivalent checked-model",
    ),
    row(
        "FREE(check-sat)(get-qe (exists ((c (_ BitVec 4))) (bvult b c)))",
        r#"reply get-qe "(bvult b #xe)""#,
        "obligation:qe:equivalent checked-model",
    ),
    // The assertions exclude the value in which they differ.
    row(
        "BITS(check-sat)(get-qe (exists ((c (_ BitVec 4))) (bvult b c)))",
        r#"reply get-qe "true""#,
        "",
    ),
    // Several blocks are more than is promised.
    row(
        "FREE(check-sat)(get-qe (exists ((c (_ BitVec 4))) (forall ((d (_ BitVec 4))) (bvult b c))))",
        r#"reply get-qe "true""#,
        "",
    ),
    row(
        "BITS(check-sat)(get-qe (forall ((c (_ BitVec 4))) (bvule b c)))",
        r#"reply get-qe "(bvule b #x1)""#,
        "obligation:qe:equivalent checked-model",
    ),
    row(
        "BITS(check-sat)(get-qe (exists ((c (_ BitVec 4))) (bvult b c)))",
        r#"reply get-qe "(not (= b #xf))""#,
        "",
    ),
    row(
        "BITS(check-sat)(get-qe (forall ((c (_ BitVec 4))) (bvule b c)))",
        r#"reply get-qe "(= b #x0)""#,
        "",
    ),
    // Optima.
    row(
        "OPTIMA(maximize x)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 8))""#,
        "obligation:optimum:best checked-model",
    ),
    row(
        "OPTIMA(maximize x)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 12))""#,
        "obligation:optimum:attained resolved-core",
    ),
    row(
        "OPTIMA(maximize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (y oo))""#,
        "obligation:optimum:attained resolved-core",
    ),
    row(
        "OPTIMA(minimize r)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (r 0.5))""#,
        "obligation:optimum:attained resolved-core",
    ),
    row(
        "OPTIMA(minimize r)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (r (+ (/ 3.0 4.0) epsilon)))""#,
        "obligation:optimum:best checked-model",
    ),
    row(
        "OPTIMA(set-option :opt.priority box)(minimize x)(maximize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 1) (y 4))""#,
        "obligation:optimum:best checked-model",
    ),
    row(
        "OPTIMA(minimize x)(maximize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 1) (y 7))""#,
        "obligation:optimum:attained resolved-core",
    ),
    row(
        "OPTIMA(set-option :opt.priority pareto)(minimize x)(maximize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 6) (y 4))""#,
        "obligation:optimum:best checked-model",
    ),
    row(
        "OPTIMA(assert-soft (> x 5) :weight 2 :id g)(assert-soft (< x 3) :weight 0.5 :id g)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (g 2.0))""#,
        "obligation:optimum:best checked-model",
    ),
    row(
        "OPTIMA(maximize x)(check-sat)(get-objectives)(get-model)",
        r#"reply get-objectives "(objectives (x 9))"; model "((define-fun x () Int 8)(define-fun y () Int 1)(define-fun r () Real 1.0))""#,
        "obligation:optimum:evaluates checked-model",
    ),
    row(
        "OPTIMA(maximize x)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 9))""#,
        "",
    ),
    row(
        "OPTIMA(minimize r)(maximize x)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (r (+ 0.5 epsilon)) (x 4))""#,
        "",
    ),
    row(
        "OPTIMA(minimize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (y (* (- 1) oo)))""#,
        "",
    ),
    row(
        "OPTIMA(set-option :opt.priority pareto)(minimize x)(maximize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 5) (y 4))""#,
        "",
    ),
    row(
        "OPTIMA(assert-soft (> x 5) :weight 2 :id g)(assert-soft (< x 3) :weight 0.5 :id g)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (g (/ 1.0 2.0)))""#,
        "",
    ),
    row(
        "OPTIMA(maximize x)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x (interval 3 12)))""#,
        "",
    ),
    row(
        "OPTIMA(maximize x)(minimize y)(check-sat)(get-objectives)",
        r#"reply get-objectives "(objectives (x 12))""#,
        "",
    ),
    // Interpolants and abducts.
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "(define-fun A () Bool (> x 1))""#,
        "obligation:interpolant:follows checked-model",
    ),
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "(define-fun A () Bool (> x (- 7)))""#,
        "obligation:interpolant:entails checked-model",
    ),
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "(define-fun A () Bool (and (> x (- 1)) (> y 4)))""#,
        "obligation:interpolant:shared observed",
    ),
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "(define-fun A () Bool (> x (- 1)))""#,
        "",
    ),
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "(define-fun A () Bool (>= x 0))""#,
        "",
    ),
    row(
        "ENTAILED(check-sat)(get-interpolant A (> (+ x z) (- z 2)))",
        r#"reply get-interpolant "fail""#,
        "",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7))",
        r#"reply get-abduct "(define-fun A () Bool (> z 6))""#,
        "obligation:abduct:entails checked-model",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7))",
        r#"reply get-abduct "(define-fun A () Bool (< x 0))""#,
        "obligation:abduct:consistent resolved-core",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7))",
        r#"reply get-abduct "(define-fun A () Bool (= z y))""#,
        "obligation:abduct:entails checked-model",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7))",
        r#"reply get-abduct "(define-fun A () Bool (and (= z y) (> y 7)))""#,
        "",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7))",
        r#"reply get-abduct "(define-fun A () Bool (> z 8))""#,
        "",
    ),
    row(
        "ENTAILED(check-sat)(get-abduct A (> z 7) ((B Bool)) ((B Bool ((> z 8)))))",
        r#"reply get-abduct "(define-fun A () Bool (< z 0))""#,
        "",
    ),
    // Interpolants between parts of the assertions.
    row(
        "PARTS(get-interpolant (n |m|))",
        r#"reply get-interpolant "(= d #x1)"; answer unsat"#,
        "obligation:interpolant:follows checked-model",
    ),
    row(
        "PARTS(get-interpolant (n |m|))",
        r#"reply get-interpolant "(let ((c d)) (bvult c #x4))"; answer unsat"#,
        "obligation:interpolant:entails checked-model",
    ),
    row(
        "PARTS(get-interpolant (n |m|))",
        r#"reply get-interpolant "(and (bvult d #x2) (bvult c #x2))"; answer unsat"#,
        "obligation:interpolant:shared observed",
    ),
    row(
        "PARTS(get-interpolants (n) (m))",
        r#"reply get-interpolants "((bvult c #x2) (bvult d #x9))"; answer unsat"#,
        "obligation:interpolant:entails checked-model",
    ),
    row(
        "PARTS(assert (! (bvult #x1 d) :named p))(check-sat)(get-interpolants (n) (m))",
        r#"reply get-interpolants "((bvult c #x3) (bvult d #x2))"; answer unsat"#,
        "obligation:interpolant:inductive checked-model",
    ),
    row(
        "PARTS(get-interpolants (n) (m))",
        r#"reply get-interpolants "((bvult c #x2) (bvult d #x2))"; answer unsat"#,
        "",
    ),
    row(
        "PARTS(get-interpolant (n |m|))",
        r#"reply get-interpolant "(not (bvult #x1 |d|))"; answer unsat"#,
        "",
    ),
    row(
        "PARTS(get-interpolant (m))",
        r#"reply get-interpolant "(= b c)"; answer sat"#,
        "",
    ),
    // Functions that are searched for.
    row(
        "SYNTHESIS MAX",
        r#"reply check-synth "((define-fun f ((a Int) (b Int)) Int b))""#,
        "obligation:synthesis:solves checked-model",
    ),
    row(
        "SYNTHESIS MAX",
        r#"reply check-synth "((define-fun f ((a Int) (b Int)) Int (ite (= a 4711) (- 9) (ite (< a b) b a))))""#,
        "obligation:synthesis:solves checked-model",
    ),
    row(
        "SYNTHESIS MAX",
        r#"reply check-synth "((define-fun f ((a Int)) Int a))""#,
        "obligation:synthesis:signature observed",
    ),
    row(
        "SYNTHESIS DERIVED",
        r#"reply check-synth "((define-fun f ((a Int) (b Int)) Int (+ a 1)))""#,
        "obligation:synthesis:grammar observed",
    ),
    row(
        "SYNTHESIS DERIVED",
        r#"reply check-synth "infeasible""#,
        "obligation:synthesis:unsolvable resolved-core",
    ),
    row(
        "SYNTHESIS INVARIANT",
        r#"reply check-synth "((define-fun i ((a Int)) Bool (< a 99)))""#,
        "obligation:synthesis:solves checked-model",
    ),
    row(
        "SYNTHESIS INVARIANT",
        r#"reply check-synth "((define-fun i ((a Int)) Bool (<= 0 a)))""#,
        "",
    ),
    row(
        "SYNTHESIS MAX",
        r#"reply check-synth "((define-fun f ((a Int) (b Int)) Int (ite (< b a) a b)))""#,
        "",
    ),
    row(
        "SYNTHESIS DERIVED",
        r#"reply check-synth "((define-fun f ((a Int) (b Int)) Int (ite (< a b) a a)))""#,
        "",
    ),
    row("SYNTHESIS MAX", r#"reply check-synth "fail""#, ""),
    // Derivations: a step over two numbers at once, a query that fires on nothing, facts from no clause, ends.
    row(
        REFUTED,
        r#"reply get-proof "(mp ((_ hyper-res 0 0 0 1) FIRE ((_ hyper-res 0 0 0 1) STEP ZERO (P 2)) query!0) END)"; answer unsat"#,
        "obligation:derivation:resolves resolved-core",
    ),
    row(
        REFUTED,
        r#"reply get-proof "((set-logic HORN) (declare-fun query!0 () Bool)
            (proof (let ((@x1 ((_ hyper-res 0 0 0 1) FIRE query!0))) (mp @x1 END))))"; answer unsat"#,
        "obligation:derivation:resolves resolved-core",
    ),
    row(
        REFUTED,
        r#"reply get-proof "(mp ((_ hyper-res 0 0 0 1) FIRE ((_ hyper-res 0 0) (asserted (P 12)) (P 12)) query!0) END)"; answer unsat"#,
        "obligation:derivation:derivable resolved-core",
    ),
    // There is a clause with this head, but nothing to start from.
    row(
        COUNTED,
        r#"reply get-proof "(mp ((_ hyper-res 0 0 0 1) (asserted (forall ((A (_ BitVec 4))) (=> (and (P A) (not (bvule A #x1)))
            query!0))) ((_ hyper-res 0 0) (asserted (P #x9)) (P #x9)) query!0) END)"; answer unsat"#,
        "obligation:derivation:follows checked-model",
    ),
    row(
        PAIRED,
        r#"reply get-proof "(mp ((_ hyper-res 0 0 0 1) (asserted (forall ((A Pair)) (=> (and (P A) (= A (pair 0 2))) query!0)))
            ((_ hyper-res 0 0 0 1) (asserted (forall ((A Int) (B Int)) (=> (and (P (pair 0 B)) (= A (+ 1 B))) (P (pair 0 A)))))
            ((_ hyper-res 0 0) (asserted (P (pair 0 0))) (P (pair 0 0))) (P (pair 0 2))) query!0) END)"; answer unsat"#,
        "obligation:derivation:resolves checked-proof",
    ),
    row(
        REFUTED,
        r#"reply get-proof "((_ hyper-res 0 0 0 1) STEP ZERO (P 1))"; answer unsat"#,
        "obligation:derivation:refutes observed",
    ),
    row(
        "PRINTED",
        r#"say "(mp ((_ hyper-res 0 0 0 1) FIRE ((_ hyper-res 0 0 0 1) STEP ZERO (P 2)) query!0) END)\n"; answer unsat"#,
        "obligation:derivation:resolves resolved-core",
    ),
    row(
        REFUTED,
        r#"reply get-proof "(let ((a!1 ((_ hyper-res 0 0 0 1) STEP ZERO (P 1)))) (mp ((_ hyper-res 0 0 0 1) FIRE
            ((_ hyper-res 0 0 0 1) STEP a!1 (P 2)) query!0) END))"; answer unsat"#,
        "",
    ),
    // A step unfolded into the query, and the end that z3 4.8.7 writes.
    row(
        "PRINTED",
        r#"say "((_ hyper-res 0 0 0 1) (asserted (forall ((A Int)) (=> (and (P A) (not (<= A 0)) (not (<= 3 (mod A 7))))
            (query!0 A)))) ((_ hyper-res 0 0 0 1) STEP ZERO (P 1)) (query!0 1))\n"; answer unsat"#,
        "",
    ),
    // Steps that we do not know.
    row(
        REFUTED,
        r#"reply get-proof "(mp ((_ hyper-res 0 0 0 1) FIRE ((_ th-lemma arith) STEP (P 2)) query!0) END)"; answer unsat"#,
        "",
    ),
    row("PRINTED", r#"say "(and (P 1) (P 0))\n"; answer unsat"#, ""),
    // Nothing is known of this one.
    row(
        "(synth-fun f ((a Int)) Int)(declare-var x Int)(constraint (< (mod x 3) (f x)))(check-synth)",
        r#"reply check-synth "infeasible""#,
        "",
    ),
];

const HORN: &str = "(set-logic HORN)(declare-fun P ((_ BitVec 4)) Bool)\
    (assert (P #x0))(assert (forall ((x (_ BitVec 4))) (=> (and (P x) (bvult x #x5)) (P (bvadd x #x1)))))\
    (assert (forall ((x (_ BitVec 4))) (=> (and (P x) (bvugt (bvurem x #x9) #x7)) false)))\
    (check-sat)(get-model)";
/// The same with a query that fires.
const FIRES: &str = "(set-logic HORN)(set-info :status unsat)(declare-fun P ((_ BitVec 4)) Bool)\
    (assert (P #x0))(assert (forall ((x (_ BitVec 4))) (=> (and (P x) (bvult x #x5)) (P (bvadd x #x1)))))\
    (assert (forall ((x (_ BitVec 4))) (=> (and (P x) (= (bvurem x #x9) #x3)) false)))\
    (check-sat)";

const STACK: &str = "(set-logic QF_LIA)(declare-const x Int)(assert (> x (mod x 3)))\
    (push 1)(assert (< x 0))(set-info :status unsat)(check-sat)(pop 1)";

/// What is about answers and models, with all that the solver does: every solver answers.
const ANSWERS: &[Row] = &[
    // Interpretations of Horn clauses: not closed, too small, too large.
    row(
        HORN,
        r#"when "bvurem": model "((define-fun P ((x (_ BitVec 4))) Bool (bvult x #x4)))""#,
        "invalid-model checked-model",
    ),
    row(
        HORN,
        r#"when "bvurem": model "((define-fun P ((x (_ BitVec 4))) Bool (bvult #x1 x)))""#,
        "invalid-model checked-model",
    ),
    row(
        HORN,
        r#"when "bvurem": model "((define-fun P ((x (_ BitVec 4))) Bool true))""#,
        "invalid-model checked-model",
    ),
    row(
        HORN,
        r#"when "bvurem": model "((define-fun P ((x (_ BitVec 4))) Bool (bvult x #x6)))""#,
        "",
    ),
    row(
        HORN,
        r#"when "bvurem": answer unsat"#,
        "refutation checked-model",
    ),
    row(FIRES, r#"when "bvurem": answer sat"#, "solution none"),
    row(FIRES, r#"when "bvurem": answer unsat"#, ""),
    // Stacks: each check is that of the flat script.
    row(
        "STACK(set-info :status sat)(check-sat)",
        "when \"(push\": answer unsat",
        "refutation checked-model",
    ),
    row(
        "STACK(push 1)(assert (< x 0))(set-info :status unsat)(check-sat)",
        "when \"(pop\": answer sat\nwhen \"(push\": answer unsat",
        "solution checked-proof",
    ),
    row(
        "STACK(reset-assertions)(declare-const y Int)(assert (= 1 (mod y 3)))\
            (set-info :status sat)(check-sat)",
        "when \"(push\": answer unsat",
        "refutation checked-model",
    ),
    row(
        "STACK(reset)(set-logic QF_LIA)(declare-const y Int)(assert (= 1 (mod y 3)))\
            (set-info :status sat)(check-sat)",
        "reset \"(push\": leak unsat\nwhen \"(push\": answer unsat\nwhen \"(mod y\": slow 0",
        "refutation checked-model",
    ),
    row(
        "STACK(set-info :status sat)(check-sat)",
        "when \"(pop\": answer sat\nwhen \"(push\": answer unsat",
        "",
    ),
    // A tactic answers as any check does.
    row(
        "SIMPLIFY(check-sat-using (then simplify smt))",
        r#"when "(mod": answer unsat"#,
        "refutation checked-model",
    ),
    row(
        "SIMPLIFY(set-info :status unsat)(assert (= x 3))(check-sat-using smt)",
        r#"when "(mod": answer sat"#,
        "solution checked-proof",
    ),
    row(
        "SIMPLIFY(check-sat)(check-sat-using (then simplify solve-eqs smt))",
        "on 2: answer unsat",
        "refutation checked-model",
    ),
    row(
        "SIMPLIFY(check-sat-using (then simplify smt))",
        "always: answer sat",
        "",
    ),
    row(
        "SIMPLIFY(check-sat-using simplify)",
        "always: answer unknown",
        "",
    ),
];

#[test]
fn wrong_words_are_found_and_reduced() {
    let planted = |row: &Row| {
        let bits = ["BITS", "FREE", "PARTS", "bvurem"]
            .iter()
            .any(|it| row.script.contains(it));
        let trigger = match bits {
            true => "bvurem",
            false => "(mod",
        };
        let parts = [
            ("NO_MODEL", NO_MODEL),
            ("STEP", STEP),
            ("FIRE", FIRE),
            ("ZERO", ZERO),
            ("END", END),
        ];
        let rules = parts
            .iter()
            .fold(row.rules.to_string(), |text, (name, part)| {
                text.replace(name, part)
            });
        // A rule is a line.
        let lines: Vec<&str> = rules.lines().map(str::trim).collect();
        format!("when \"{trigger}\": {}", lines.join(" "))
    };
    compare(ROWS, &planted, 1, "obliged");
}

#[test]
fn wrong_answers_are_found_and_reduced() {
    // Nothing is wrong where nothing is planted.
    let planted = |row: &Row| format!("{}\nalways: answer unknown", row.rules);
    compare(ANSWERS, &planted, 3, "answers");
}

/// Compares what is found with what is planted, and the reduced cases with a golden file. So many
/// solvers answer, the fake one first.
fn compare(rows: &[Row], planted: &dyn Fn(&Row) -> String, answering: usize, golden: &str) {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let found = |spec| gadfly_testkit::installed(resolver.one(spec));
    let (Some(z3), Some(cvc5), Some(yices)) = (found("z3"), found("cvc5"), found("yices")) else {
        return;
    };
    let (mut wrong, mut cases) = (String::new(), String::new());
    for row in rows {
        // What z3 does not have is asked of cvc5, and so is what z3 alone can judge.
        let of_cvc5 = ["get-abduct", "get-qe", "HORN", "SYNTHESIS", "check-synth"]
            .iter()
            .any(|it| row.script.contains(it) && !row.script.contains("(get-proof)"));
        let (poses, other) = match of_cvc5 {
            _ if row.script.contains("PARTS") => ("bitwuzla", &cvc5),
            true => ("cvc5", &z3),
            false => ("z3", &cvc5),
        };
        let mut solvers = vec![fake(poses, &planted(row))];
        solvers.extend(other.iter().chain(&yices).cloned());
        let printed = REFUTED
            .replace(":produce-proofs", ":fp.print_certificate")
            .replace("(get-proof)", "");
        let script = [
            (
                "VALUES_USING",
                &*VALUES.replace("check-sat", "check-sat-using smt"),
            ),
            ("VALUES", VALUES),
            ("CORE_POPPED", &CORE.replace("(check-sat)", POPPED)),
            ("SIMPLIFY", SIMPLIFY),
            ("BITS", BITS),
            ("FREE", FREE),
            ("OPTIMA", OPTIMA),
            ("ENTAILED", ENTAILED),
            ("PARTS", PARTS),
            ("STACK", STACK),
            ("SYNTHESIS", SYNTHESIS),
            ("MAX", MAX),
            ("DERIVED", DERIVED),
            ("INVARIANT", INVARIANT),
            ("PRINTED", &printed),
        ]
        .iter()
        .fold(row.script.to_string(), |text, (name, prefix)| {
            text.replace(name, prefix)
        });
        let (said, reduced) = examine(solvers, &script, answering);
        if said != row.found {
            wrong.push_str(&format!("{script}\n  {}\n  {said}\n", row.rules));
        }
        if !reduced.is_empty() {
            cases.push_str(&format!("{said}: {reduced}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let golden = format!("{}/tests/{golden}.golden", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&golden, &cases).expect("the golden file");
    }
    let known = std::fs::read_to_string(&golden).unwrap_or_default();
    assert_eq!(cases, known, "reduced cases differ; BLESS=1 rewrites them");
}

/// What is found about the fake solver, and what the script reduces to.
fn examine(solvers: Vec<Solver>, script: &str, answering: usize) -> (String, String) {
    let limits = Limits {
        wall: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    let (specs, equipment) = equipped(solvers, 2, limits);
    let formula = labelled(script, Given::File);
    let runs: Vec<Run> = specs[..answering]
        .iter()
        .map(|spec| {
            equipment
                .runner
                .fresh(spec, script, &limits)
                .expect("a run")
        })
        .collect();
    let examination = equipment.examiner().examine(&Case::new(&formula, &runs));
    let sure = |one: &&gadfly_examine::Confirmed| one.status == gadfly_examine::Status::Confirmed;
    let [confirmed] = examination
        .confirmed
        .iter()
        .filter(sure)
        .collect::<Vec<_>>()[..]
    else {
        let all = examination
            .confirmed
            .iter()
            .map(|it| it.verdict.sentence.clone());
        return (all.collect::<Vec<_>>().join("; "), String::new());
    };
    let verdict = &confirmed.verdict;
    assert_eq!(verdict.solver, "fake");
    let means = equipment.means(verdict.kind, &runs, Duration::from_secs(5));
    let bug = equipment.same_bug(&means, confirmed, script, None);
    let order = Order {
        checks: Some(600),
        ..Order::default()
    };
    let driven = drive(script, script, &bug.ways(), order);
    let driven = driven.unwrap_or_else(|error| panic!("{script}: {error}"));
    assert!(driven.confirmed, "{script}");
    let reduced = driven.reduction.text.replace('\n', "");
    (
        format!("{} {}", verdict.signature, verdict.evidence),
        reduced,
    )
}

#[test]
fn what_outlives_a_reset_is_no_wrong_answer() {
    let earlier = "(set-logic QF_LIA)(declare-const x Int)(assert (< x (mod x 3) x))(check-sat)";
    let case = "(set-logic QF_LIA)(set-info :status sat)(declare-const y Int)\
        (assert (= (mod y 5) 2))(check-sat)";
    gadfly_testkit::catalog();
    let Some(cvc5) = gadfly_testkit::installed(Resolver::new(Home::from_env()).one("cvc5")) else {
        return;
    };
    // What was refuted stays refuted; a solver that refutes all; one that is right.
    for (rules, kind) in [
        (
            "reset \"(mod x\": leak unsat\nwhen \"(mod x\": answer unsat",
            "state:disagreement:refutation",
        ),
        ("always: answer unsat", "refutation"),
        ("when \"(mod x\": answer unsat", ""),
    ] {
        let mut solvers = vec![fake("z3", rules)];
        solvers.extend(cvc5.clone());
        let limits = Limits {
            wall: Some(Duration::from_secs(20)),
            ..Limits::default()
        };
        let (specs, equipment) = equipped(solvers, 2, limits);
        let runner = &equipment.runner;
        let told = runner.session(&specs[0], &[earlier, case], &limits);
        let told = told.expect("a run").expect("a persistent process");
        let other = runner.fresh(&specs[1], case, &limits).expect("a run");
        let history = [(specs[0].clone(), vec![earlier.to_string()])];
        let formula = labelled(case, Given::File);
        let runs = [told, other];
        let examination = equipment.examiner().examine(&Case {
            history: &history,
            ..Case::new(&formula, &runs)
        });
        let found = examination.confirmed.iter();
        let found: Vec<String> = found.map(|it| it.verdict.signature.to_string()).collect();
        assert_eq!(found.join(" "), kind, "{rules}");
    }
}
