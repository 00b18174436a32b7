; printed in: Grammar-Based Enumeration, Figure 8e
; report: https://github.com/Z3Prover/z3/issues/6800
; claim: z3 is slow
; expect: unsat
(declare-const a Int)
(assert (not (is_int (- (* a a)))))
(check-sat)
