; A heap of files made into seeds. The fake solvers say what their scripts tell them to.
; RUN: mkdir heap && sed -n '/^(set-logic/,$p' %s > heap/a.smt2 && sed 's/x/y/g' heap/a.smt2 > heap/same.smt2
; RUN: printf '# Issue\n```smt2\n(assert (= 1 2))\n```\n' > heap/issue.md; printf '(assert\n  (< z 1))\n' > heap/broken.smt2; printf '(declare-rel r ())(assert true)' > heap/rules.smt2; ls heap
; RUN: gadfly seeds import heap --out out --solver "%fake --script %d/seeds.rules" --quiet
; RUN: gadfly seeds import heap --out out --solver "%fake --script %d/seeds.rules" --quiet --json
; RUN: gadfly seeds stats out
; RUN: gadfly seeds stats out --json
; RUN: gadfly seeds stats out --missing | grep '^[+-]$'
; RUN: gadfly seeds show out/issue
; RUN: gadfly seeds show out/a --json
; RUN: gadfly seeds import heap --out split --split --no-answers --quiet
; RUN: gadfly seeds import heap --out out --no-answers
; RUN: gadfly seeds import heap --out out --split --no-answers
; RUN: gadfly hunt --seeds out --solver "%fake -in" --profile z3 --strategy op --tests 8 --jobs 1 --schedule uniform --no-options --quiet --out hunt | head -1
; RUN: gadfly seeds import nowhere --out other
; RUN: gadfly seeds import heap/broken.smt2 --out other --no-answers
; RUN: gadfly seeds import heap
; RUN: gadfly seeds stats nowhere
; RUN: gadfly seeds show out/nothing
; RUN: gadfly seeds show heap/a
; RUN: gadfly seeds show a
; RUN: gadfly seeds
(set-logic QF_LIA)
(set-info :status unsat)
(declare-fun x () Int)
(assert (> x 1))
(check-sat)
(push 1)
(assert (< x 0))
(check-sat)
(pop 1)
(get-model)
