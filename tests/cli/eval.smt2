; Each assertion's value, the smallest subterm to blame with its arguments' values, every subterm on demand.
; RUN: gadfly eval %s --model %d/eval-true.model
; RUN: gadfly eval %s --model %d/eval-false.model
; RUN: gadfly eval %s --model %d/eval-false.model --trace --json
; RUN: gadfly eval %s --model %d/eval-partial.model
; RUN: gadfly eval %s --model %d/eval-partial.model --check 2
(declare-const x Int)
(declare-const y Int)
(declare-fun f (Int) Int)
(assert (and (> x 0) (or (< (f x) y) (= x 7))))
(push 1)
(assert (= (div x y) 2))
(check-sat)
(pop 1)
(check-sat)
