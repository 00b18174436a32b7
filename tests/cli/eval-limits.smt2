; What takes more than an evaluation may take is undetermined, and the reason says what ran out.
; RUN: gadfly eval %s --model %d/eval-limits.model
(declare-datatype Tree ((leaf) (node (left Tree) (right Tree))))
(declare-const s String)
(declare-const t Tree)
(declare-const u Tree)
(declare-const w (_ BitVec 65538))
(assert (= s (str.replace_all (str.replace_all (str.replace_all s "a" (str.++ s s)) "a" (str.++ s s)) "a" (str.++ s s))))
(assert (= t u))
(assert (= w (bvadd w w)))
