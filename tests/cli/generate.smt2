; Random formulas of a logic, with a known answer, written to files, their shares; and what is refused.
; RUN: gadfly generate --logic QF_LIA --seed 7 --preset small > a.smt2 && head -3 a.smt2 && gadfly fmt --check a.smt2
; RUN: gadfly generate --logic QF_UF --count 2 --seed 7 --preset small --json | head -1 | sed 's/"formula":.*/"formula":…/'
; RUN: gadfly generate --logic QF_BV --expect unsat --count 3 --out formulas && ls formulas && grep -h expect formulas/*
; RUN: gadfly generate --logics | head -3
; RUN: gadfly generate --logic QF_LIA --count 4 --preset small --stats --solver "%fake" --jobs 1 | sed 's/,4,[0-9]*,/,4,BYTES,/'
; RUN: gadfly generate
; RUN: gadfly generate --logic NONSENSE
; RUN: gadfly generate --logic QF_LIA --terms 5..x
; RUN: gadfly generate --logic QF_LIA --preset huge
; RUN: gadfly generate --logic QF_LIA --expect maybe
; RUN: gadfly generate --logic QF_LIA --theory Nonsense
; RUN: gadfly generate --logic QF_LIA --stats --solver z3@4.0.0
; RUN: gadfly generate --logic QF_LIA --out a.smt2
