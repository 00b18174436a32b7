; printed in: Formula Weakening and Strengthening, Listing 3
; report: https://github.com/Z3Prover/z3/issues/5338
; claim: z3 answers unknown
; expect: unsat
(assert (forall ((v Int)) (= 0 v)))
(assert (= 0 (mod 0 0)))
(check-sat)
