; printed in: Semantic Fusion, Figure 13a (the print's closing parentheses are mended)
; report: https://github.com/Z3Prover/z3/issues/2618
; claim: z3 answers sat
; expect: unsat
(declare-fun a () String)
(declare-fun b () String)
(declare-fun c () String)
(assert (and
  (str.in_re c (re.* (str.to_re "aa")))
  (= 0 (str.to_int (str.replace a b (str.at a (str.len a)))))))
(assert (= a (str.++ b c)))
(check-sat)
