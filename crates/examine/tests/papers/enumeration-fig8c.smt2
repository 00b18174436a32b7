; printed in: Grammar-Based Enumeration, Figure 8c
; report: https://github.com/cvc5/cvc5/issues/8548
; claim: cvc5 answers unsat
; arguments: cvc5 --strings-eager-len-re --strings-exp
; expect: sat
(declare-const a String)
(assert (str.in_re a (re.++ (re.opt re.allchar) (re.diff (re.* re.none) (str.to_re a)))))
(check-sat)
