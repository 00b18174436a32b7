; printed in: Grammar-Based Enumeration, Figure 8g
; report: https://github.com/cvc5/cvc5/issues/9875
; claim: cvc5 is slow
; expect: unsat
(declare-const a String)
(assert (str.contains (str.replace_all a "a" "") "a"))
(check-sat)
