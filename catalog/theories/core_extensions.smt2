; Names and arities beyond Core that solvers read.
(theory CoreExtensions
  :solvers (z3)
  :funs (
    (and Bool Bool :solvers (z3 yices mathsat opensmt))
    (or Bool Bool :solvers (z3 yices mathsat opensmt))
    (xor Bool Bool)
    (implies Bool Bool Bool :right-assoc)
    (iff Bool Bool Bool :left-assoc)
    (par (A) (if Bool A A A))
    (par (A) (distinct A Bool :solvers (z3 yices)))
    ((_ at-most k) Bool Bool)
    ((_ at-most k) Bool Bool Bool :left-assoc)
    ((_ at-least k) Bool Bool)
    ((_ at-least k) Bool Bool Bool :left-assoc)))
