; printed in: Generative Type-Aware Mutation, Figure 8b
; report: https://github.com/Z3Prover/z3/issues/5074
; claim: z3 answers unsat, and as printed that is right: the index is always the length of x
; expect: unsat
(declare-fun x () String)
(declare-fun y () String)
(declare-fun z () Int)
(assert (not (= (str.substr "B" z (str.indexof x "" (str.len x)))
  (str.substr "B" z (str.len x)))))
(check-sat)
