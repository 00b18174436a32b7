; printed in: Generative Type-Aware Mutation, Figure 8d
; report: https://github.com/Z3Prover/z3/issues/5136
; claim: z3 gives an invalid model
; arguments: z3 model_validate=true
; expect: sat
(declare-fun a () Int)
(declare-fun b () Int)
(declare-fun c () Int)
(assert (and (= 0 (- (div 0 0) a))
  (= 0 (+ b 1 b (* c (mod (* a (- 1)) 0))))))
(check-sat)
