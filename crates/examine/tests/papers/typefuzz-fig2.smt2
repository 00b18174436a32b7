; printed in: Generative Type-Aware Mutation, Figure 2d
; report: https://github.com/Z3Prover/z3/issues/5108
; claim: z3 is wrong
; expect: sat
(declare-fun x () String)
(assert (> (- (str.to_int (str.++ (str.from_int 0) x))) 0))
(check-sat)
