; A test's or a finding's formula made again; the parts of a hunt; a hunt that goes on; events as JSON.
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 32 --jobs 1 --schedule uniform --no-options --quiet --out hunt
; RUN: gadfly hunt --replay hunt/0
; RUN: gadfly hunt --replay hunt/0 --json
; RUN: gadfly hunt --replay hunt/z3-crash | tail -1
; RUN: gadfly hunt --replay hunt/findings/z3-crash | tail -1
; RUN: gadfly hunt --replay hunt/4000
; RUN: gadfly hunt --replay hunt/nonsense
; RUN: gadfly hunt --replay hunt/0 --out other
; RUN: gadfly hunt --resume hunt --tests 48 --quiet
; RUN: gadfly hunt --resume hunt --tests 48 --quiet --seed 7
; RUN: gadfly hunt --resume hunt --tests 64 --strategy op
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 32 --shard 1/2 --jobs 1 --schedule uniform --no-options --quiet --out part1
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 32 --shard 2/2 --jobs 1 --schedule uniform --no-options --quiet --out part2
; RUN: gadfly report part1 part2 --format markdown | head -1
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 32 --jobs 1 --schedule uniform --no-options --out events --json
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> (+ x y) (* 2 x y)))
(assert (< x 10))
(check-sat)
