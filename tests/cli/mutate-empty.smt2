; Nothing is asked here, so it is no seed.
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (> x 0))
