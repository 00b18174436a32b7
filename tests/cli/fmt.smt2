; Parse, sort-check, print: what is well-formed, what is not, and how it is said.
; RUN: tail -4 %s > good.smt2; gadfly fmt good.smt2
; RUN: gadfly fmt --pretty good.smt2
; RUN: gadfly fmt --check %s
; RUN: gadfly fmt --json %s
; RUN: gadfly fmt - < good.smt2
; RUN: printf '(assert (and 1 true))\n(assret true)\n' > bad.smt2
; RUN: gadfly fmt bad.smt2
; RUN: gadfly fmt --check bad.smt2 %s
; RUN: gadfly fmt --json bad.smt2
; RUN: printf '(declare-fun x () Bool)\n(assert (and x))\n' > one.smt2
; RUN: gadfly fmt --check --lenient one.smt2
; RUN: gadfly fmt --check --standard one.smt2
; RUN: gadfly fmt
; RUN: gadfly fmt %t/nowhere
; RUN: gadfly fmt %t/nowhere --json
; RUN: mkdir empty && gadfly fmt empty
; RUN: gadfly fmt --standard --lenient one.smt2
; RUN: gadfly fmt --catalog %t/nowhere %s
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (and (> x 0)   (< x 10)))
(check-sat)
