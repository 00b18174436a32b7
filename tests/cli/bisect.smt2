; Which releases show a bug: all of them, by search, the answer given; and what is refused.
; RUN: gadfly solvers install -q "z3@*"
; RUN: gadfly bisect %s --solver "z3@*"
; RUN: gadfly bisect %s --solver "z3@*" --search
; RUN: gadfly bisect %s --solver "z3@4.80.5..4.80.6" --json
; RUN: gadfly bisect %s --solver "z3@4.80.5 smt.random_seed=3" --solver z3@4.80.8 --expect unsat
; RUN: gadfly bisect %s --solver "%fake --script %d/silent.rules"
; RUN: gadfly bisect %s
; RUN: gadfly bisect %t/nowhere --solver "z3@*"
; RUN: gadfly bisect %s --solver z3@4.0.0
; RUN: gadfly bisect %s --solver z3@4.0.0 --install
; RUN: gadfly bisect %s --solver "bitwuzla@*"
; RUN: gadfly bisect %s --solver "z3@*" --reference cvc5
; RUN: gadfly bisect %s --solver "z3@*" --expect maybe
; RUN: gadfly bisect %s --solver "z3@*" --timeout soon
; RUN: gadfly bisect %s --solver "z3@*" --memory much
(set-logic QF_NIA)
(set-info :status sat)
(declare-fun x () Int)
(assert (> (* x x) 2))
(check-sat)
