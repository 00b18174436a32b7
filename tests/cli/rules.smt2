; The catalogue of rules. The fake solver says what its script tells it to; evaluation does not trust it.
; RUN: gadfly rules show int-lt-weaken-le
; RUN: gadfly rules show int-mul-guarded --json
; RUN: gadfly rules list --theory datatypes
; RUN: gadfly rules list --theory datatypes --json
; RUN: gadfly rules prove --id int-lt-weaken-le --solver "%fake --script %d/rules-unsat.rules"
; RUN: gadfly rules prove --id int-lt-weaken-le --solver "%fake --script %d/rules-unknown.rules" --json
; RUN: gadfly rules prove --id wrong-le-strict --rules %d/rules-wrong.rule --solver "%fake --script %d/rules-unknown.rules"
; RUN: gadfly rules prove --id wrong-le-strict --rules %d/rules-wrong.rule --solver "%fake"
; RUN: gadfly rules prove --id wrong-add --rules %d/rules-wrong.fusion --solver "%fake --script %d/rules-unsat.rules"
; RUN: gadfly rules prove --rules %d/rules-faulty.rule --solver "%fake"
; RUN: gadfly rules prove --rules %t/nowhere.rule --solver "%fake"
; RUN: gadfly rules discover --sort Bool --most 1 --solver "%fake --script %d/rules-unsat.rules"
; RUN: gadfly rules discover --sort RoundingMode --solver "%fake"
; RUN: gadfly rules discover --sort Nonsense --solver "%fake"
; RUN: gadfly rules show nothing
; RUN: gadfly rules list --theory nothing
; RUN: gadfly rules prove --theory nothing
; RUN: printf 'other\t1\tproved\tz3\n' > record.tsv; gadfly rules prove --id int-lt-weaken-le --solver "%fake --script %d/rules-unsat.rules" --record record.tsv -q && cat record.tsv
; RUN: gadfly rules stats %t/nowhere
; RUN: gadfly rules stats --count 100 --steps 3 %d/mutate.smt2 | head -2
; RUN: gadfly rules stats --count 10 --steps 2 %d/mutate.smt2 --json
; RUN: gadfly rules discover --sort Bool --most 1 --solver "%fake --script %d/rules-unsat.rules" --json
; RUN: gadfly rules
; RUN: gadfly rules list nonsense
