; A solver that contradicts itself: unsat, and then sat to the same assertions and more.
; RUN: gadfly check %s --solver "%fake -in --script %d/check-inconsistent.rules" --profile z3
; RUN: gadfly check %s --solver "%fake -in --script %d/check-inconsistent.rules" --profile z3 --explain
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (> x 0))
(check-sat)
(push 1)
(assert (< x 9))
(check-sat)
(pop 1)
