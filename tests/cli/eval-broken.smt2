; What is wrong with the input is said, and is never the model's fault.
; RUN: gadfly eval %s --model %d/eval-true.model
; RUN: gadfly eval %s --model %d/eval-cut.model
; RUN: gadfly eval %s --model %d/eval-broken.smt2
; RUN: gadfly eval %s --model %t/nowhere
; RUN: gadfly eval %d/eval-cut.model --model %d/eval-true.model
(declare-const x Real)
(declare-const z (_ BitVec 4))
(assert (> x 7.0))
(assert (= z #x1))
