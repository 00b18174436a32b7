; A candidate beside a baseline: nothing new, a crash, what is refused.
; RUN: gadfly monitor --candidate "%fake -in" --profile z3 --reference "%fake" --grammar %d/finite.g4 --save-baseline base --jobs 1 --quiet
; RUN: gadfly monitor --candidate "%fake -in" --profile z3 --reference "%fake" --grammar %d/finite.g4 --baseline base --jobs 1 --quiet
; RUN: gadfly monitor --candidate "%fake -in --script %d/monitor.rules" --profile z3 --reference "%fake" --grammar %d/finite.g4 --baseline base --markdown summary.md --junit gadfly.xml --sarif gadfly.sarif --jobs 1 --quiet
; RUN: cat summary.md gadfly-monitor/findings/*/case.smt2
; RUN: gadfly monitor --candidate "%fake -in --script %d/monitor.rules" --profile z3 --reference "%fake" --grammar %d/finite.g4 --baseline base --jobs 1 --quiet --json
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --reference "%fake" --jobs 1 --quiet
; RUN: gadfly monitor --grammar Core
; RUN: gadfly monitor --candidate "%fake -in" --profile z3 --reference "%fake"
; RUN: gadfly monitor --candidate "%fake -in" --profile z3 --grammar Core
; RUN: gadfly monitor --candidate z3@4.0.0 --grammar Core
; RUN: gadfly monitor --candidate "%fake -in" --profile z3 --reference "%fake" --grammar Nonsense
; RUN: gadfly monitor --candidate "%fake -in" --profile z3 --reference "%fake" --grammar %d/finite.g4 --baseline nowhere
; RUN: gadfly monitor --candidate "%fake -in" --profile z3 --reference "%fake" --grammar Core --count 3 --baseline base
; RUN: gadfly monitor --candidate "%fake -in --script %d/silent.rules" --profile z3 --reference "%fake" --grammar %d/finite.g4 --quiet
; RUN: gadfly monitor --candidate "%fake -in" --profile z3 --reference "%fake" --grammar Core --slow-factor fast
(assert true)
(check-sat)
