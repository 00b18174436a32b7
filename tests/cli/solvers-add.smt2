; A program that is asked, used by its name, and forgotten; and what is refused.
; RUN: gadfly solvers add mine "%fake --script %d/solvers-add.rules" -q
; RUN: gadfly solvers add mine "%fake --script %d/solvers-add.rules" -q
; RUN: gadfly solvers add mine "%fake --script %d/solvers-add.rules" -q --replace --json
; RUN: gadfly solvers list
; RUN: gadfly solvers list --json
; RUN: gadfly check %s --solver mine
; RUN: gadfly check %s --solver "mine +lazy"
; RUN: gadfly solvers remove mine
; RUN: gadfly check %s --solver mine
; RUN: gadfly solvers add mine "%fake --script %d/solvers-add.rules" -q -o mine.toml | tail -1; tail -n +3 mine.toml
; RUN: gadfly solvers add mine "%fake --script %d/silent.rules" -q
; RUN: gadfly solvers add mine "%fake -e 'always: hang'" -q --timeout 300ms
; RUN: gadfly solvers add mine "%fake -e 'version Z3 version 4.8.7'" -q
; RUN: gadfly solvers add z3 "%fake" -q
; RUN: gadfly solvers add "My Solver" "%fake" -q
; RUN: gadfly solvers add mine ./nowhere -q
; RUN: gadfly solvers add mine "" -q
(set-logic QF_UF)
(set-info :status sat)
(declare-fun p () Bool)
(assert p)
(check-sat)
