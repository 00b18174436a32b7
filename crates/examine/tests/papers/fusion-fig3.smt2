; printed in: Semantic Fusion, Figure 3
; report: https://github.com/CVC4/CVC4/issues/3413
; claim: cvc4 answers unsat
; expect: sat
(declare-fun v () Bool)
(declare-fun w () Bool)
(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun z () Int)
(assert (= (div z y) (- 1)))
(assert (= w (= x (- 1))))
(assert w)
(assert (= v (not (= y (- 1)))))
(assert (ite v false (= (div z x) (- 1))))
(check-sat)
