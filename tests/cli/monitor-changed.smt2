; What a change of the sources reaches: a bug in the operator that it is about, a clean build, two commits of
; a checkout, what is refused.
; RUN: gadfly monitor %s --candidate "%fake -in --script %d/changed.rules" --profile z3 --changed %d/changed.diff --tests 96 --schedule uniform --jobs 1 --quiet --markdown summary.md --junit gadfly.xml --sarif gadfly.sarif
; RUN: cat summary.md
; RUN: grep -c "testcase" gadfly.xml
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed %d/changed.diff --tests 96 --schedule uniform --jobs 1 --quiet --json --out json
; RUN: gadfly monitor %s --candidate "%fake -in --script %d/changed.rules" --profile z3 --changed - --tests 96 --schedule uniform --jobs 1 --quiet --json < %d/changed.diff
; RUN: sh %d/changed-study.sh study
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed %d/changed.diff --coverage study --tests 32 --schedule uniform --jobs 1 --quiet
; RUN: sh %d/changed.sh repo
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed HEAD~1..HEAD --checkout repo --tests 32 --schedule uniform --jobs 1 --quiet
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed HEAD~7..HEAD --checkout repo
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed HEAD --checkout repo
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed HEAD~1..HEAD --checkout nowhere
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed %d/changed.diff --coverage nowhere
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed main..HEAD
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed nowhere.diff
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed %s
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed - < /dev/null
; RUN: head -n 4 %d/changed.diff | gadfly monitor %s --candidate "%fake -in" --profile z3 --changed -
; RUN: sed -n 1,6p %d/changed.diff | gadfly monitor %s --candidate "%fake -in" --profile z3 --changed -
; RUN: gadfly monitor %s --candidate "%fake -in" --profile mathsat --changed %d/changed.diff
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed %d/changed.diff --grammar Core
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --changed %d/changed.diff --reference none
; RUN: gadfly monitor %s --candidate "%fake -in" --profile z3 --checkout repo
(set-logic QF_SLIA)
(declare-const a String)
(declare-const b String)
(assert (= (str.replace a b "x") (str.++ a "y")))
(assert (< (str.len a) 4))
(check-sat)
