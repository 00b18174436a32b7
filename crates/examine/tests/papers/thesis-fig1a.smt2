; printed in: Formula Weakening and Strengthening, Figure 1a (the seed)
; report: https://github.com/Z3Prover/z3/issues/5329
; claim: z3 is right
; arguments: z3 nlsat.randomize=false
; expect: sat
(declare-const a Real)
(assert (forall ((b Real)) (exists ((c Real)) (and
  (= (+ a (* c (+ b c) (+ b c))) 0)
  (< a 0)
  (> c 0)))))
(check-sat)
