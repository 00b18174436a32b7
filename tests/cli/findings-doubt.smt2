; A model that only gadfly finds false is a doubt, and no finding.
; RUN: gadfly hunt %s --solver "%fake -in --script %d/findings-doubt.rules" --profile z3 --strategy op --tests 16 --jobs 1 --schedule uniform --no-options --quiet --out hunt
; RUN: gadfly findings hunt
; RUN: gadfly findings hunt --doubts
; RUN: gadfly findings hunt --doubts --json
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (and (> x 2) (< x 9)))
(check-sat)
