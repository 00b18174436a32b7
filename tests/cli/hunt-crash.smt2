; A solver that dies on every multiplication: one bug, found once, whatever formula shows it.
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 64 --jobs 1 --schedule uniform --no-options --quiet --out %t/hunt
; RUN: gadfly findings %t/hunt
; RUN: gadfly hunt --resume %t/hunt --quiet
; RUN: gadfly hunt %s --solver "%fake -in --script %d/hunt-crash.rules" --profile z3 --strategy op --tests 32 --jobs 1 --schedule uniform --no-options --quiet --out %t/hooked --on-finding 'echo "$GADFLY_KIND $GADFLY_FINDING $GADFLY_SOLVER" > told; echo "$GADFLY_SENTENCE $GADFLY_HUNT" >> told; ls "$GADFLY_CASE" >> told; echo no mail here >&2; exit 3'
; RUN: cat told
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> (+ x y) (* 2 x y)))
(assert (< x 10))
(check-sat)
