(set-logic QF_LRA)
(declare-const x Real)
(assert (> (* 2.0 x) 3.0))
(check-sat)
