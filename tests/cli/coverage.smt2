; A program that counts what it reaches, one that does not, and words that name nothing.
; RUN: gcc -O0 --coverage -o counted %d/coverage.c
; RUN: gadfly coverage %s --solver ./counted --profile generic --strategy seeds,swap --formulas 4 --repeat 2 -j 1 -q --out study
; RUN: gadfly coverage %s --solver ./counted --profile generic --strategy seeds,swap --formulas 4 --repeat 2 -j 1 -q --out study --json
; RUN: cat study/unreached.csv study/adds.csv
; RUN: gadfly coverage %s --solver ./counted --profile generic --strategy seeds,swap --formulas 5 --repeat 2 -q --out study
; RUN: gadfly coverage %s --solver "%fake -in" --profile z3 --strategy seeds --formulas 4 --out other -q
; RUN: gadfly coverage %s --solver ./counted --profile generic --strategy sweeds --formulas 4 --out other
; RUN: gadfly coverage %s --solver ./counted --profile generic --tool fuzzball --formulas 4 --out other
; RUN: gadfly coverage %s --solver ./counted --profile generic --tool 'mine=fuzz {solver}' --formulas 4 --out other
; RUN: gadfly coverage %s --solver ./counted --profile generic --folder nowhere --formulas 4 --out other
; RUN: gadfly coverage %s --solver ./counted --profile generic --strategy seeds --formulas 4 --source /nowhere --out other
; RUN: gadfly coverage %s
(set-logic QF_LIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> x (+ y 1)))
(check-sat)
