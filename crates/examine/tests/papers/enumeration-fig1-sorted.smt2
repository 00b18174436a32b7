; printed in: Grammar-Based Enumeration, Figure 1, with the conversions that the standard asks for
; report: https://github.com/cvc5/cvc5/issues/10534
; claim: cvc5 answers unsat
; expect: sat
(declare-const a Int)
(assert (> (tan (sin (sin (to_real a)))) (to_real a)))
(check-sat)
