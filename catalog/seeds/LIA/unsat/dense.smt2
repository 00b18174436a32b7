(set-logic LIA)
(set-info :status unsat)
(assert (forall ((x Int) (y Int)) (=> (< x y) (exists ((z Int)) (and (< x z) (< z y))))))
(check-sat)
