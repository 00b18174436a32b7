; Mutants, and what is said about bad input. What is made here hangs on few operators of the catalogue.
; RUN: gadfly mutate --strategy op --ops +,- --count 3 --seed 1 %s
; RUN: gadfly mutate --strategy swap --count 2 --seed 1 --json %s
; RUN: gadfly mutate --strategy concat --seed 1 %s
; RUN: gadfly mutate --strategy swap --count 2 --from 2 --steps 4 --seed 1 %s
; RUN: gadfly mutate --strategy swap --count 4 --seed 1 --out %t/mutants %s
; RUN: gadfly fmt --check %t/mutants/000000.smt2
; RUN: gadfly mutate --strategy swap --count 4 --seed 1 %t/mutants
; RUN: gadfly mutate --strategy nonsense %s
; RUN: gadfly mutate --strategy op --ops plus,+ %s
; RUN: gadfly mutate --strategy op --steps 0 %s
; RUN: gadfly mutate --strategy op %t/nowhere
; RUN: gadfly mutate --strategy op %d/mutate-empty.smt2
; RUN: gadfly mutate --strategy op --solver nonsense %s
(set-logic QF_LIA)
(set-info :status sat)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (! (> (+ x 1) y) :named first))
(assert (< (- x y) 7))
(check-sat)
(get-model)
