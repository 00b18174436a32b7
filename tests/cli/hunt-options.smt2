; What a hunt refuses, before anything is run.
; RUN: gadfly hunt %t/nowhere --solver "%fake -in" --profile z3 --tests 1
; RUN: mkdir empty && gadfly hunt empty --solver "%fake -in" --profile z3 --tests 1
; RUN: gadfly hunt %d/mutate-empty.smt2 --solver "%fake -in" --profile z3 --strategy op --tests 1
; RUN: gadfly hunt %s --solver z3@4.0.0 --tests 1
; RUN: gadfly hunt %s --solver ./nowhere --tests 1
; RUN: gadfly hunt %s --solver "%fake -in" --profile nonsense --tests 1
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --time soon
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --memory much
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --jobs 0
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --schedule fair
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --shard 3/2
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --reference z3@4.0.0 --tests 1
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --strategy op --focus nonsense --tests 1
; RUN: gadfly hunt %s --solver "%fake -in" --profile z3 --strategy op --focus +,nonsense --no-options --tests 1
; RUN: gadfly hunt --resume %t/nowhere
; RUN: gadfly hunt --resume %t/nowhere %s
; RUN: gadfly hunt --resume %t/nowhere --seed 7
; RUN: gadfly hunt --resume %t/nowhere --focus arrays
; RUN: gadfly hunt --replay %t/nowhere/1
; RUN: gadfly hunt %s --solver "%fake -in --script %d/silent.rules" --profile z3 --strategy op --tests 16 --quiet
; RUN: gadfly hunt %s --nonsense
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (> (+ x 1) (- x 3)))
(check-sat)
