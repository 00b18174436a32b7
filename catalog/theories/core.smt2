; Core: what every logic has.
(theory Core
  :since "2.0"
  :sorts ((Bool 0))
  :funs (
    (true Bool)
    (false Bool)
    (not Bool Bool)
    (and Bool Bool Bool :left-assoc)
    (or Bool Bool Bool :left-assoc)
    (=> Bool Bool Bool :right-assoc)
    (xor Bool Bool Bool :left-assoc)
    (par (A) (= A A Bool :chainable))
    (par (A) (distinct A A Bool :pairwise))
    (par (A) (ite Bool A A A))))
