; printed in: Formula Weakening and Strengthening, Listing 7
; report: https://github.com/Z3Prover/z3/issues/5399
; claim: z3 answers unknown
; expect: sat
(declare-const x Int)
(declare-const T Int)
(declare-const va String)
(assert (distinct (str.from_int T) (str.replace va (str.replace "" va "") (str.from_int (- x)))))
(check-sat)
