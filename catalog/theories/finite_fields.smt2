; Prime fields of cvc5, and of z3 since 5.3.0.
(theory FiniteFields
  :solvers (z3 cvc5)
  :sorts (((_ FiniteField p) 0))
  :funs (
    (ff.add (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc)
    (ff.mul (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc)
    (ff.neg (_ FiniteField p) (_ FiniteField p))
    (ff.bitsum (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc)))
