; A solver that dies on every multiplication: one bug, found once, whatever formula shows it.
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 64 --jobs 1 --schedule uniform --no-options --quiet --out %t/hunt
; RUN: gadfly findings %t/hunt
; RUN: gadfly hunt --resume %t/hunt --quiet
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> (+ x y) (* 2 x y)))
(assert (< x 10))
(check-sat)
