; Reals_Ints: what goes between the two.
(theory Reals_Ints
  :since "2.0"
  :sorts ((Int 0) (Real 0))
  :funs (
    (to_real Int Real)
    (to_int Real Int)
    (is_int Real Bool)))
