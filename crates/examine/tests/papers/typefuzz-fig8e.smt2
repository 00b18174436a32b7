; printed in: Generative Type-Aware Mutation, Figure 8e
; report: https://github.com/CVC4/CVC4/issues/6228
; claim: cvc4 crashes
; expect: sat
(declare-fun a () Real)
(declare-fun b () Real)
(assert (= b (+ 1 (* a a (+ 1 (/ b b))))))
(check-sat)
