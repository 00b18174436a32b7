; printed in: Semantic Fusion, Figure 13e (the print's closing parentheses are mended)
; report: https://github.com/Z3Prover/z3/issues/2513
; claim: z3 answers sat
; expect: unsat
(declare-fun a () String)
(declare-fun b () String)
(declare-fun c () String)
(declare-fun d () String)
(assert (= a (str.++ b d)))
(assert (or
  (and (= (str.indexof (str.substr a 0 (str.len b)) "=" 0) 0)
       (= (str.indexof b "=" 0) 1))
  (not (= (str.suffixof "A" d) (str.suffixof "A" (str.replace c c d))))))
(check-sat)
