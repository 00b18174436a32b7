; printed in: Generative Type-Aware Mutation, Figure 8a
; report: https://github.com/CVC4/CVC4/issues/6075
; claim: cvc4 answers sat
; expect: unsat
(declare-fun x () String)
(declare-fun y () String)
(assert (str.< x (str.replace ""
  (str.++ (str.replace "B" x "")
    (str.replace "B" (str.replace "B" x "") "")) y)))
(check-sat)
