; Reals: real arithmetic.
(theory Reals
  :since "2.0"
  :sorts ((Real 0))
  :funs (
    (- Real Real)
    (- Real Real Real :left-assoc)
    (+ Real Real Real :left-assoc)
    (* Real Real Real :left-assoc)
    (/ Real Real Real :left-assoc)
    (<= Real Real Bool :chainable)
    (< Real Real Bool :chainable)
    (>= Real Real Bool :chainable)
    (> Real Real Bool :chainable)))
