; Ints: integer arithmetic. Division by zero is any function of the dividend.
(theory Ints
  :since "2.0"
  :sorts ((Int 0))
  :funs (
    (- Int Int)
    (- Int Int Int :left-assoc)
    (+ Int Int Int :left-assoc)
    (* Int Int Int :left-assoc)
    (div Int Int Int :left-assoc)
    (mod Int Int Int)
    (abs Int Int)
    (<= Int Int Bool :chainable)
    (< Int Int Bool :chainable)
    (>= Int Int Bool :chainable)
    (> Int Int Bool :chainable)
    ((_ divisible n) Int Bool :where ((< 0 n)))))
