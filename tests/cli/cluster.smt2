; A hunt in parts without a scheduler, what Slurm would be given, and what is refused.
; RUN: gadfly cluster submit --dry-run --parts 4 --limit 1h --cpus 2 --partition long --mem 4G --sbatch=--qos=low -- hunt %s --tests 64 | grep -v ^gadfly=
; RUN: gadfly cluster submit --parts 2 --local 1 --out job --quiet -- hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 64 --schedule uniform --no-options
; RUN: ls job job/parts
; RUN: gadfly cluster status job
; RUN: gadfly cluster status job --json
; RUN: gadfly cluster part job 2
; RUN: gadfly cluster part job 3
; RUN: gadfly cluster collect job --no-reduce --json
; RUN: gadfly cluster collect job --quiet
; RUN: gadfly cluster submit --resume job
; RUN: gadfly cluster submit --parts 2 --local 1 --out job -- hunt %s --solver "%fake -in" --profile z3
; RUN: mkdir tools; echo 'echo 77' > tools/sbatch; echo 'echo "$@" >&2' > tools/scancel; echo 'echo 77 1 RUNNING; echo 77 2 PENDING' > tools/squeue; chmod +x tools/*
; RUN: PATH=$PWD/tools:$PATH; gadfly cluster submit --parts 2 --out queued --json -- hunt %s --solver "%fake -in" --profile z3 --quiet
; RUN: PATH=$PWD/tools:$PATH; gadfly cluster status queued
; RUN: gadfly cluster collect queued
; RUN: PATH=$PWD/tools:$PATH; gadfly cluster cancel queued --json
; RUN: gadfly cluster part queued 1
; RUN: gadfly cluster cancel queued
; RUN: gadfly cluster submit --parts 2 --out third --quiet -- hunt %s --solver "%fake -in" --profile z3
; RUN: gadfly cluster submit --out other -- hunt --shard 1/2
; RUN: gadfly cluster submit --out other -- eval a.smt2 --model m
; RUN: gadfly cluster submit --plan-only --parts 3 --out planned --quiet -- hunt %s --solver "%fake -in" --profile z3
; RUN: gadfly cluster submit --out other
; RUN: gadfly cluster status nowhere
; RUN: gadfly cluster cancel nowhere
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> (+ x y) (* 2 x y)))
(assert (< x 10))
(check-sat)
