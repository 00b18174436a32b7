; The same formulas over releases: a study, again, its tables, its parts, and what is refused.
; RUN: gadfly solvers install -q "z3@4.80.5..4.80.6"
; RUN: gadfly evolve nowhere.smt2 --solver z3
; RUN: gadfly evolve --grammar %d/finite.g4 --solver "z3@*" --reference none --jobs 1 --out study --estimate=1s | sed "s/time .*/time N/; s/[0-9]* KB/N/; s/ [0-9]* s after/ N after/"
; RUN: gadfly evolve --grammar %d/finite.g4 --solver "z3@*" --reference none --jobs 1 --out study --estimate=1s --json
; RUN: gadfly evolve --grammar %d/finite.g4 --solver "z3@*" --reference none --jobs 1 --out study --quiet
; RUN: ls study
; RUN: cat study/correctness.csv
; RUN: gadfly evolve --grammar %d/finite.g4 --solver "z3@*" --reference none --jobs 1 --out study --tables --json --quiet
; RUN: gadfly evolve --grammar %d/finite.g4 --solver z3@4.80.5 --reference none --out study --quiet
; RUN: gadfly evolve --grammar %d/finite.g4 --solver z3@4.80.5 --reference none --out other --merge nowhere --quiet
; RUN: gadfly evolve --solver z3@4.80.5 --reference none --out other
; RUN: gadfly evolve --grammar Nonsense --solver z3@4.80.5 --reference none --out other
; RUN: gadfly evolve --grammar Core,Core --solver z3@4.80.5 --reference none --out other
; RUN: gadfly evolve --grammar %d/finite.g4 --from 7 --solver z3@4.80.5 --reference none --out other
; RUN: gadfly evolve --grammar Core --count 5000000000 --solver z3@4.80.5 --reference none --out other
; RUN: gadfly evolve --grammar Core --solver z3@4.0.0 --reference none --out other
; RUN: gadfly evolve --grammar Core --solver z3@4.80.5 --out other
; RUN: gadfly evolve --grammar Core --solver z3@4.80.5 --checks proofs
; RUN: gadfly evolve --grammar Core --solver z3@4.80.5 --shard 3/2
; RUN: gadfly evolve --grammar Core --solver z3@4.80.5 --repeat 0
; RUN: gadfly evolve --grammar Core --solver z3@4.80.5 --performance=nonsense
; RUN: gadfly evolve --grammar Core --solver "%fake --script %d/silent.rules" --reference none --out other
