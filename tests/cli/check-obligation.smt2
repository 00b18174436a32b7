; A core that names what has no such name, and references that cannot be had.
; RUN: gadfly check %s --solver "%fake -in --script %d/check-obligation.rules" --profile z3 --reference "%fake"
; RUN: gadfly check %s --solver "%fake -in --script %d/check-obligation.rules" --profile z3 --reference "%fake" --json
; RUN: gadfly check %s --solver "%fake -in" --profile z3 --reference nosuch
(set-option :produce-unsat-cores true)
(set-logic QF_UF)
(declare-fun p () Bool)
(assert (! p :named q))
(assert (! (not p) :named r))
(check-sat)
(get-unsat-core)
