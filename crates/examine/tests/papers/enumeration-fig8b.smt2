; printed in: Grammar-Based Enumeration, Figure 8b
; report: https://github.com/Z3Prover/z3/issues/6116
; claim: z3 answers unsat
; arguments: z3 tactic.default_tactic=smt sat.euf=true
; expect: sat
(declare-const a Int)
(assert (> (- a) (mod 1 (- 1))))
(check-sat)
