; The report of a hunt in each form, of two hunts together, and what is refused.
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 32 --jobs 1 --schedule uniform --no-options --quiet --out hunt
; RUN: gadfly report hunt
; RUN: gadfly report hunt hunt --out both.html
; RUN: gadfly report hunt --json
; RUN: gadfly report hunt --format json --out findings.json && gadfly report hunt --format json | diff - findings.json
; RUN: gadfly report hunt --format junit | grep "<testcase"
; RUN: gadfly report hunt --format sarif | grep '"version"'
; RUN: gadfly report hunt --format markdown | head -1
; RUN: gadfly report hunt --format csv --out runs.csv && head -1 runs.csv
; RUN: { trap '' PIPE; while printf x; do :; done 2>/dev/null; gadfly report hunt --format csv; } | true
; RUN: gadfly report hunt --format parquet --out runs.parquet
; RUN: gadfly report
; RUN: gadfly report nowhere
; RUN: gadfly report hunt nowhere
; RUN: gadfly report hunt --format pdf
; RUN: gadfly report hunt --out nowhere/report.html
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> (+ x y) (* 2 x y)))
(assert (< x 10))
(check-sat)
