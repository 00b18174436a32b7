; printed in: Generative Type-Aware Mutation, Figure 8g
; report: https://github.com/Z3Prover/z3/issues/5035
; claim: z3 crashes
; arguments: z3 rewriter.flat=false
; expect: unsat
(declare-fun a () Int)
(declare-fun b () Int)
(declare-fun c () Int)
(declare-fun d () Int)
(declare-fun e () Int)
(assert (and (>= b 0) (<= b 3) (>= c 2 d) (= c (* 2 a) d) (= (- (- e c d)) 0) (= e 1)))
(check-sat)
