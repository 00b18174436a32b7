(set-logic BV)
(set-info :status unsat)
(assert (exists ((x (_ BitVec 6))) (distinct (bvneg (bvnot x)) (bvadd x #b000001))))
(check-sat)
