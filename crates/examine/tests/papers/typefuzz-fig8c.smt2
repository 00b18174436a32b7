; printed in: Generative Type-Aware Mutation, Figure 8c
; report: https://github.com/Z3Prover/z3/issues/5140
; claim: z3 gives an invalid model
; arguments: z3 model_validate=true
; expect: sat
(declare-fun a () Bool)
(declare-fun b () Int)
(declare-fun c () String)
(declare-fun d () String)
(assert (= c (str.++ (str.replace d (str.substr (ite a c d) 0 b) c) d)))
(check-sat)
