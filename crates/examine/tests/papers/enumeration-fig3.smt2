; printed in: Grammar-Based Enumeration, Figure 3c (a lost digit of a constant is mended)
; report: https://github.com/cvc5/cvc5/issues/8274
; claim: cvc5 answers sat
; expect: unsat
(declare-const a (Array (_ BitVec 64) (_ BitVec 64)))
(declare-const b (_ BitVec 64))
(assert (= (store a (bvadd b b) (bvadd b #x1111111111111111))
  (store (store a #x1111111111111111 b) (bvadd b b) (bvneg b))))
(check-sat)
