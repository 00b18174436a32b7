; printed in: Formula Weakening and Strengthening, Figure 2
; report: https://github.com/cvc5/cvc5/issues/6798
; claim: cvc5 answers unknown
; expect: sat
(declare-const a Bool)
(declare-const b Real)
(assert (or a (= 0 (* b b b))))
(assert (> (* b b) 3))
(check-sat)
