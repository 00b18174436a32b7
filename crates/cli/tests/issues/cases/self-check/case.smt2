(declare-const a Real)
(assert (< 0.25 a 0.5))
(maximize a)
(check-sat)
