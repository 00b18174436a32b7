; Prime fields of cvc5.
(theory FiniteFields
  :solvers (cvc5)
  :sorts (((_ FiniteField p) 0))
  :funs (
    (ff.add (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc)
    (ff.mul (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc)
    (ff.neg (_ FiniteField p) (_ FiniteField p))
    (ff.bitsum (_ FiniteField p) (_ FiniteField p) (_ FiniteField p) :left-assoc)))
