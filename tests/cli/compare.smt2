; Two configurations that find nothing are equally good. One tool may lack what another says.
; RUN: printf '[[configuration]]\nname = "one"\nhunt = ["%s", "--solver", "%fake -in", "--profile", "z3", "--strategy", "swap", "--schedule", "uniform", "--no-options"]\n' > one.toml; sed s/one/two/ one.toml > two.toml; cat one.toml two.toml > both.toml
; RUN: gadfly compare both.toml --formulas 8 --repeat 2 --jobs 1 --out study -q | tail -4
; RUN: gadfly compare both.toml --formulas 8 --repeat 2 --jobs 1 --out study -q --json
; RUN: gadfly compare both.toml --formulas 9 --repeat 2 --jobs 1 --out study -q
; RUN: gadfly compare one.toml --formulas 8 --out other
; RUN: gadfly compare nowhere.toml --formulas 8 --out other
; RUN: gadfly compare both.toml --out other
; RUN: sed 's|[^"]*/compare.smt2|nowhere|' both.toml > wrong.toml; gadfly compare wrong.toml --formulas 8 --out wrong -q
; RUN: printf '[[configuration]]\nname = "tool"\ncommand = ["true"]\nfindings = "bugs"\n' >> one.toml; gadfly compare one.toml --formulas 8 --out other
(set-logic QF_LIA)
(declare-fun x () Int)
(assert (> x 1))
(check-sat)
