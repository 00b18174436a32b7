; Formulas of a grammar by index, by size, at random; the index of a formula.
; RUN: gadfly enumerate --grammar Core --count 3
; RUN: gadfly enumerate --grammar Core --from 10^30 --count 1 --with-index
; RUN: gadfly enumerate --grammar Core --count 2 --json
; RUN: gadfly enumerate --grammar Core --sizes 5
; RUN: gadfly enumerate --grammar Core --sizes 1 --json
; RUN: gadfly enumerate --grammar Ints --sample --size 4..5 --count 2 --seed 7
; RUN: gadfly enumerate --grammar Core --count 20 --unique
; RUN: gadfly enumerate --grammar Core --from 1234 --count 1 > f.smt2 && gadfly enumerate --grammar Core --rank f.smt2
; RUN: gadfly enumerate --grammar Core --rank f.smt2 --json
; RUN: gadfly enumerate --grammar Core --from 1 --count 1 --stride 10^10 --steps 2
; RUN: gadfly enumerate --grammar Core --vars 1 --asserts 2 --count 1
; RUN: gadfly enumerate --grammar %d/finite.g4
; RUN: gadfly enumerate --grammar %d/finite.g4 --count 5
; RUN: gadfly enumerate
; RUN: gadfly enumerate --grammar Nonsense
; RUN: gadfly enumerate --grammar %t/nowhere.g4
; RUN: gadfly enumerate --grammar %d/faulty.g4
; RUN: gadfly enumerate --grammar Core --from minus
; RUN: gadfly enumerate --grammar Core --sample
; RUN: gadfly enumerate --grammar Core --sample --size 5..4
; RUN: gadfly enumerate --grammar Core --sizes 3 --unique
; RUN: gadfly enumerate --grammar Core --rank %s
; RUN: gadfly enumerate --grammar Core --rank %t/nowhere
; RUN: gadfly enumerate --grammar Core --consts nonsense=1
; RUN: gadfly enumerate --grammar Core --count 10^30
(assert (> 1 0))
