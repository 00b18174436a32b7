; A label that a checked model contradicts.
; RUN: gadfly check %s --solver "%fake -in --script %d/check-label.rules" --profile z3 --solver "%fake" 
; RUN: gadfly check %s --solver "%fake -in --script %d/check-label.rules" --profile z3 --json
(set-logic QF_LIA)
(set-info :status unsat)
(declare-fun x () Int)
(assert (> x 2))
(check-sat)
