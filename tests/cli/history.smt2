; What became of findings across nights: a crash that two nights found, and the third did not.
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 32 --jobs 1 --schedule uniform --no-options --quiet --out nights/1
; RUN: gadfly history nights/1
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 32 --jobs 1 --schedule uniform --no-options --quiet --out nights/2
; RUN: gadfly history nights/1 nights/2
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --strategy op --tests 32 --jobs 1 --schedule uniform --no-options --quiet --out nights/3
; RUN: gadfly history nights/* --json
; RUN: gadfly history nights/3 nights/1 --quiet
; RUN: gadfly findings nights/2 set z3-crash fixed
; RUN: gadfly history nights/1 nights/2 nights/3
; RUN: gadfly history nights nights/3
; RUN: gadfly history nights/3
; RUN: gadfly history
; RUN: gadfly history nowhere
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> (+ x y) (* 2 x y)))
(assert (< x 10))
(check-sat)
