; printed in: Generative Type-Aware Mutation, Figure 8f
; report: https://github.com/Z3Prover/z3/issues/5117
; claim: z3 answers unsat
; expect: sat
(declare-fun a () String)
(assert (str.< a "ar"))
(assert (str.prefixof "ar" (str.replace a "ar" "")))
(check-sat)
