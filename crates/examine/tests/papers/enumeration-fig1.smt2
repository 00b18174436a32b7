; printed in: Grammar-Based Enumeration, Figure 1
; report: https://github.com/cvc5/cvc5/issues/10534
; claim: cvc5 answers unsat
; expect: sat
(declare-const a Int)
(assert (> (tan (sin (sin a))) a))
(check-sat)
