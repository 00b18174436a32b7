; printed in: Formula Weakening and Strengthening, Listing 4
; report: https://github.com/cvc5/cvc5-projects/issues/279
; claim: cvc5 answers unknown
; expect: sat
(declare-const s Real)
(assert (or (or false (= 0.0 s)) (< (* s (+ 6 (* s 12))) (- 1))))
(check-sat)
