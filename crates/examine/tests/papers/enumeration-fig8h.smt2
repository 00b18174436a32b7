; printed in: Grammar-Based Enumeration, Figure 8h
; report: https://github.com/cvc5/cvc5/issues/9874
; claim: z3 is slow, cvc5 is slow
; expect: unsat
(declare-const a (_ BitVec 64))
(assert (= a (bvurem (bvnot a) a)))
(check-sat)
