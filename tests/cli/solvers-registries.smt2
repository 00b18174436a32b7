; Solvers from the distribution and from Rust's crates, with stand-ins for apt and cargo.
; RUN: sh %d/registries.sh %t %fake
; RUN: PATH=%t/bin:$PATH gadfly solvers available cvc4 oxiz
; RUN: PATH=%t/bin:$PATH gadfly solvers install -q cvc4 oxiz
; RUN: PATH=%t/bin:$PATH gadfly solvers install -q cvc4@1.7
; RUN: gadfly solvers list --json
; RUN: gadfly check %s --solver cvc4 --solver oxiz@0.3.4
; RUN: gadfly solvers remove cvc4
; RUN: gadfly solvers install cvc4 -q
; RUN: gadfly solvers install oxiz -q
(set-logic QF_UF)
(set-info :status sat)
(declare-fun p () Bool)
(assert p)
(check-sat)
