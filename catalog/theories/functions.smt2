; Functions as values.
(theory Functions
  :since "2.7"
  :solvers (cvc5 z3)
  :sorts ((-> *) (Tuple *))
  :funs ())
(theory SeparationLogic
  :solvers (cvc5)
  :funs (
    (sep.emp Bool)
    (sep Bool Bool Bool :left-assoc)
    (wand Bool Bool Bool)
    (par (A B) (pto A B Bool))
    (par (A) (sep.nil A))))
