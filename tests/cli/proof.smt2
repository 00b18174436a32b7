; A proof is checked against its script: valid, on trust in parts, wrong, of another script.
; RUN: gadfly proof check %s %d/proof-valid.cpc
; RUN: gadfly proof check %s %d/proof-valid.cpc --json
; RUN: gadfly proof check %s - < %d/proof-holey.cpc
; RUN: gadfly proof check %s %d/proof-holey.cpc --json
; RUN: gadfly proof check %s %d/proof-invalid.cpc
; RUN: gadfly proof check %s %d/proof-invalid.cpc --json
; RUN: gadfly proof check %s %d/proof-other.cpc
; RUN: gadfly proof check %s %d/proof-cut.cpc
; RUN: gadfly proof check %s %d/proof-plain.cpc
; RUN: gadfly proof check %s %d/proof-valid.cpc --checker "sh -c 'echo holey'"
; RUN: gadfly proof check %s %d/proof-valid.cpc --checker "sh -c 'echo invalid; exit 1'" --checker "sh -c 'echo no such rule >&2; exit 1'" --json
; RUN: gadfly proof check %s %d/proof-valid.cpc --checker "grep -c assume {proof}"
; RUN: gadfly proof check %s %d/proof-valid.cpc --checker "no-such-checker {proof}"
; RUN: cp %s pair.smt2 && cp %d/proof-valid.cpc pair.smt2.cpc && gadfly proof stats pair.smt2 -q
; RUN: cp %s wrong.smt2 && cp %d/proof-invalid.cpc wrong.smt2.cpc && gadfly proof stats wrong.smt2 -q --json
; RUN: gadfly proof stats %s
(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (< x y))
(assert (>= (* 2 x) (+ (* 2 y) (- 1))))
(check-sat)
