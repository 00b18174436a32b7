; printed in: Grammar-Based Enumeration, Figure 8a
; report: https://github.com/cvc5/cvc5/issues/7948
; claim: cvc5 answers unsat
; expect: sat
(declare-fun a () Real)
(declare-fun b () Real)
(assert (and (= a 0) (= b (cos a))))
(check-sat)
