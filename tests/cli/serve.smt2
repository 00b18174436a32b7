; The live page: where it is, and what is refused. What it shows is tested beside the crate.
; RUN: mkdir hunts; echo ': > at; gadfly serve hunts "$@" > at & until test -s at; do :; done; cat at; kill $!; wait $!' > show
; RUN: set -- --listen 127.0.0.1:0; . ./show
; RUN: set -- --listen 127.0.0.1:0 --json --quiet; . ./show
; RUN: set -- --listen 0.0.0.0:0 --quiet; . ./show
; RUN: gadfly serve nowhere
; RUN: gadfly serve hunts --listen 8642
; RUN: gadfly serve hunts --listen 192.0.2.1:1
; RUN: echo short > token; gadfly serve hunts --token-file token
; RUN: gadfly serve hunts --token-file none
(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (> (+ x y) (* 2 x y)))
(assert (< x 10))
(check-sat)
