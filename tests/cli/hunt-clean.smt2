; A solver without faults: nothing is found, and asking for a strategy that is none is said.
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --strategy op --tests 32 --jobs 1 --schedule uniform --no-options --quiet --out %t/hunt
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --strategy op --tests 32 --out %t/hunt
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --strategy nonsense --tests 32 --out %t/other
; RUN: gadfly findings %t/nowhere
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (> (+ x 1) (- x 3)))
(check-sat)
