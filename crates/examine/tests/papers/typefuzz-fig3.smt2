; printed in: Generative Type-Aware Mutation, Figures 3b and 8h
; report: https://github.com/CVC4/CVC4/issues/5915
; claim: cvc4 answers sat
; expect: unsat
(declare-fun x () String)
(declare-fun y () String)
(assert (= (str.replace (str.replace x "B" (str.++ "B" "B")) "B" (str.++ y "B"))
  (str.++ y "B")))
(check-sat)
