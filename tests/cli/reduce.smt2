; A small test case, by a command, by its output, by a verdict; and what is refused.
; RUN: tail -6 %s > bug.smt2; gadfly reduce bug.smt2 --check "grep -q bvmul" -o small.smt2
; RUN: gadfly reduce bug.smt2 --check "grep bvmul" --match-stdout "bvmul" -o small.smt2 --json
; RUN: gadfly reduce bug.smt2 --check "grep -c bvmul" --match-exit 0 -o small.smt2 --quiet | tail -1
; RUN: gadfly reduce bug.smt2 --solver "%fake -in --script %d/reduce.rules" --profile z3 -o small.smt2 --pretty | tail -6
; RUN: gadfly reduce bug.smt2
; RUN: gadfly reduce bug.smt2 --check "grep -q nonsense" -o small.smt2
; RUN: gadfly reduce bug.smt2 --check true -o small.smt2
; RUN: gadfly reduce bug.smt2 --check ./nowhere -o small.smt2
; RUN: gadfly reduce %t/nowhere --check "grep -q bvmul"
; RUN: gadfly reduce bug.smt2 --solver "%fake -in" --profile z3 -o small.smt2
; RUN: gadfly reduce bug.smt2 --solver "%fake -in --script %d/reduce.rules" --profile z3 --verdict soundness -o small.smt2
; RUN: gadfly reduce bug.smt2 --solver "%fake -in --script %d/reduce.rules" --profile z3 --verdict nonsense -o small.smt2
; RUN: gadfly reduce bug.smt2 --solver z3@4.0.0
; RUN: gadfly reduce bug.smt2 --solver "%fake -in" --check true
; RUN: gadfly reduce bug.smt2 --match-exit 1
; RUN: gadfly reduce bug.smt2 --check "grep -q bvmul" --match-stdout "("
; RUN: gadfly reduce bug.smt2 --check "grep -q bvmul" --resume -o small.smt2
; RUN: gadfly reduce %t/hunt/nonsense
(set-logic QF_BV)
(declare-fun x () (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (bvult (bvadd x #x01) (bvmul x y)))
(assert (or (= x #x02) (bvugt y #x03)))
(check-sat)
