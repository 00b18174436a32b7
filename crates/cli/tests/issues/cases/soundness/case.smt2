(set-logic QF_S)
(assert (str.< "a" "aa"))
(check-sat)
