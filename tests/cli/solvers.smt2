; Installing, listing, examining, recording and removing releases; and what is refused.
; RUN: gadfly solvers list
; RUN: gadfly solvers list --families | grep -A 2 '^\(z3\|cvc4\|oxiz\|stp\) '
; RUN: gadfly solvers list --families --json
; RUN: gadfly solvers doctor
; RUN: gadfly solvers available z3
; RUN: gadfly solvers available z3 --json
; RUN: gadfly solvers install -q z3@4.80.7 z3@4.80.8
; RUN: gadfly solvers install -q z3@4.80.7 --json
; RUN: gadfly solvers list
; RUN: gadfly solvers list --json
; RUN: gadfly solvers doctor z3@4.80.8
; RUN: gadfly solvers doctor z3@4.80.7 --json
; RUN: gadfly solvers doctor z3@4.80.7
; RUN: tail -4 %s > crash.smt2; gadfly solvers record crash.smt2 --solver z3@4.80.7 --about "a crash" | grep -v "^cpu\|^wall\|^memory\|^peak"
; RUN: gadfly solvers remove z3@4.80.7
; RUN: gadfly solvers remove "z3@*" --json
; RUN: sh %d/build-tools.sh %t %fake %d/releases/4.80.8.0.rules; PATH=%t/bin:$PATH gadfly solvers build -q z3@4.80.8 --flavour assertions --source checkout
; RUN: gadfly solvers list
; RUN: gadfly solvers doctor z3@4.80.8+assertions | head -1
; RUN: gadfly solvers remove z3@4.80.8+assertions
; RUN: gadfly solvers
; RUN: gadfly solvers list nonsense
; RUN: gadfly solvers available nonsense
; RUN: gadfly solvers install
; RUN: gadfly solvers install z3@4.0.0
; RUN: gadfly solvers install nonsense
; RUN: gadfly solvers install ./build/z3
; RUN: gadfly solvers remove z3@4.80.7
; RUN: gadfly solvers remove nonsense
; RUN: gadfly solvers doctor z3@4.0.0
; RUN: gadfly solvers doctor ./nowhere
; RUN: gadfly solvers build yices --flavour asan
; RUN: gadfly solvers build z3@4.80.7 --flavour msan
; RUN: gadfly solvers build "z3@4.80.5..4.80.7" --flavour asan
; RUN: gadfly solvers build z3@4.80.7+ubsan --flavour asan
; RUN: gadfly solvers build z3@4.80.7 --flavour asan --source %d
; RUN: gadfly solvers record %s --solver z3@4.0.0
; RUN: gadfly solvers record %t/nowhere --solver "%fake"
(set-logic QF_NIA)
(declare-fun x () Int)
(assert (> (* x x) 2))
(check-sat)
