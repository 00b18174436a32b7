; printed in: Grammar-Based Enumeration, Figure 8f
; report: https://github.com/cvc5/cvc5/issues/9873
; claim: cvc5 is slow
; expect: sat
(declare-const a Real)
(assert (>= (- a) (cos 1.0)))
(check-sat)
