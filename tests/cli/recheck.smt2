; What became of a hunt's findings in another build: fixed, still there, unclear.
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 32 --jobs 1 --schedule uniform --no-options --quiet --out hunt
; RUN: gadfly recheck hunt --solver "%fake -in"
; RUN: gadfly recheck hunt --solver "%fake -in --script %d/hunt-crash.rules"
; RUN: gadfly recheck hunt --solver "%fake -in --script %d/hunt-crash.rules" --json
; RUN: gadfly recheck hunt --solver "%fake -in --script %d/silent.rules"
; RUN: gadfly recheck hunt --solver "%fake -in" --concat
; RUN: gadfly recheck hunt
; RUN: gadfly recheck nowhere --solver "%fake -in"
; RUN: gadfly recheck hunt --solver z3@4.0.0
; RUN: gadfly recheck hunt --solver "%fake -in" --timeout soon
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> (+ x y) (* 2 x y)))
(assert (< x 10))
(check-sat)
