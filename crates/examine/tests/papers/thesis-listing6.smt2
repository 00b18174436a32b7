; printed in: Formula Weakening and Strengthening, Listing 6
; report: https://github.com/cvc5/cvc5/issues/6717
; claim: cvc5 answers unknown
; expect: sat
(declare-const T Bool)
(declare-const v String)
(assert (ite T T true))
(assert (or T (and (str.prefixof v "") (exists ((x Int)) (= "t" (str.substr v 0 x))))))
(check-sat)
