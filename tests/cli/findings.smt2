; What a hunt found: the list, one of them, what became of it, a regression file; and the report.
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 32 --jobs 1 --schedule uniform --no-options --quiet --out hunt
; RUN: gadfly findings
; RUN: gadfly findings hunt --json
; RUN: gadfly findings hunt show z3-crash | head -3
; RUN: gadfly findings hunt show z3-crash --json
; RUN: gadfly findings hunt --kind soundness
; RUN: gadfly findings hunt --status new --solver z3
; RUN: gadfly findings hunt --doubts
; RUN: gadfly findings next
; RUN: gadfly findings next hunt --json
; RUN: gadfly findings hunt set z3-crash reported --url https://example.org/1
; RUN: gadfly findings hunt next
; RUN: gadfly findings next nowhere
; RUN: gadfly findings hunt --status reported
; RUN: gadfly findings hunt export z3-crash --out regress
; RUN: gadfly findings hunt export z3-crash --expect unsat --out regress
; RUN: gadfly findings hunt export z3-crash --form cvc5 --expect unsat --out regress
; RUN: cat regress/*
; RUN: gadfly findings nowhere
; RUN: gadfly findings nowhere show z3-crash
; RUN: gadfly findings hunt show nonsense
; RUN: gadfly findings hunt set z3-crash forgotten
; RUN: gadfly findings hunt set nonsense fixed
; RUN: gadfly findings hunt export nonsense
; RUN: gadfly findings hunt export z3-crash --form yices
; RUN: gadfly findings hunt --status forgotten
; RUN: gadfly findings hunt --kind nonsense
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> (+ x y) (* 2 x y)))
(assert (< x 10))
(check-sat)
