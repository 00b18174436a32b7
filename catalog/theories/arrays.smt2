; ArraysEx, and the arrays of solvers.
(theory ArraysEx
  :since "2.0"
  :sorts ((Array 2))
  :funs (
    (par (I E) (select (Array I E) I E))
    (par (I E) (store (Array I E) I E (Array I E)))))
(theory ArrayExtensions
  :solvers (z3 cvc5)
  :funs (
    (par (I E) (const E (Array I E) :solvers (z3 cvc5 bitwuzla yices mathsat)))
    (par (I E) (default (Array I E) E :solvers (z3)))
    (par (I E) (eqrange (Array I E) (Array I E) I I Bool :solvers (cvc5)))
    (par (I) (union (Array I Bool) (Array I Bool) (Array I Bool) :left-assoc :solvers (z3)))
    (par (I) (intersection (Array I Bool) (Array I Bool) (Array I Bool) :left-assoc :solvers (z3)))
    (par (I) (intersect (Array I Bool) (Array I Bool) (Array I Bool) :left-assoc :solvers (z3)))
    (par (I) (setminus (Array I Bool) (Array I Bool) (Array I Bool) :solvers (z3)))
    (par (I) (complement (Array I Bool) (Array I Bool) :solvers (z3)))
    (par (I) (subset (Array I Bool) (Array I Bool) Bool :solvers (z3)))))
