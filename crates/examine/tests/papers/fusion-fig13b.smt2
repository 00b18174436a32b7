; printed in: Semantic Fusion, Figure 13b (the print's closing parentheses are mended)
; report: https://github.com/CVC4/CVC4/issues/3357
; claim: cvc4 answers sat
; expect: unsat
(declare-const a String)
(declare-const b String)
(declare-const c String)
(declare-const d String)
(declare-const e String)
(declare-const f String)
(assert (or
  (and (= c (str.++ e d))
       (str.in_re e (re.* (str.to_re "aaa")))
       (> 0 (str.to_int d))
       (= 1 (str.len e))
       (= 2 (str.len c)))
  (and (str.in_re f (re.* (str.to_re "aa")))
       (= 0 (str.to_int (str.replace (str.replace a b "") "a" ""))))))
(assert (= a (str.++ (str.++ b "a") f)))
(check-sat)
