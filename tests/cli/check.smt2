; What answers mean: agreement, a wrong answer by a given label, a crash, a label that is wrong.
; RUN: gadfly check %s --solver "%fake -in" --profile z3
; RUN: gadfly check %s --solver "%fake -in" --profile z3 --json
; RUN: gadfly check %s --solver "%fake -in" --profile z3 --expect unsat --explain
; RUN: gadfly check %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3
; RUN: gadfly check %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --json
; RUN: gadfly check - --solver "%fake -in" --profile z3 < %s
; RUN: gadfly check %s --solver "%fake -in --script %d/silent.rules" --profile z3
; RUN: gadfly check %s --solver "%fake -in --script %d/refuse.rules" --profile z3
; RUN: gadfly check %s --solver "%fake -in" --profile z3 --allow-write %t --allow-network
; RUN: (echo '(set-option :regular-output-channel "answers")'; cat %s) | gadfly check - --solver "%fake -in" --profile z3
; RUN: gadfly check %s --solver "%fake -in" --profile z3 --allow-write %t/nowhere
; RUN: gadfly check
; RUN: gadfly check %t/nowhere --solver "%fake -in" --profile z3
; RUN: mkdir empty && gadfly check empty --solver "%fake -in" --profile z3
; RUN: gadfly check %s
; RUN: gadfly check %s --solver z3@4.0.0
; RUN: gadfly check %s --solver ./nowhere
; RUN: gadfly check %s --solver "%fake -in" --profile nonsense
; RUN: gadfly check %s --solver "%fake -in" --profile z3 --expect maybe
; RUN: gadfly check %s --solver "%fake -in" --profile z3 --timeout soon
; RUN: gadfly check %s --solver "%fake -in" --profile z3 --known %t/nowhere.toml
(set-logic QF_NIA)
(set-info :status sat)
(declare-fun x () Int)
(assert (> (* x x) 2))
(check-sat)
