; printed in: Semantic Fusion, Figure 13c (the print's closing parentheses are mended)
; report: https://github.com/Z3Prover/z3/issues/2391
; claim: z3 answers sat
; expect: unsat
(declare-fun a () Real)
(declare-fun b () Real)
(declare-fun c () Real)
(declare-fun d () Real)
(declare-fun e () Real)
(declare-fun f () Real)
(assert (and
  (> 0 (- d f))
  (= d (ite (> (/ a c) f) (+ b f) f))
  (> 0 (/ a (/ c e)))
  (or (= e 1.0) (= e 2.0))
  (> d 0) (= c 0)))
(check-sat)
