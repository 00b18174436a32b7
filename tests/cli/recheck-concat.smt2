; Whether the seeds of a finding of fusion show it when they are merely joined.
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy fusion --tests 16 --jobs 1 --schedule uniform --no-options --quiet --out hunt
; RUN: gadfly recheck hunt --solver "%fake -in --script %d/hunt-crash.rules" --concat
; RUN: gadfly recheck hunt --solver "%fake -in --script %d/hunt-crash.rules" --concat --json
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> (+ x y) (* 2 x y)))
(check-sat)
