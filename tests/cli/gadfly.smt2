; What all commands share: no command, an unknown one, settings from a file, a catalogue.
; RUN: gadfly
; RUN: gadfly hnut
; RUN: gadfly fmt --chekc %s
; RUN: gadfly --version
; RUN: printf '[fmt]\ncheck = true\n' > gadfly.toml && gadfly fmt %s
; RUN: printf '[fmt]\nchekc = true\n' > gadfly.toml && gadfly fmt %s
; RUN: printf '[check]\nsolver = "./z3"\n' > gadfly.toml && gadfly check %s
; RUN: printf 'nonsense' > gadfly.toml && gadfly fmt %s
; RUN: rm gadfly.toml; gadfly fmt --config nowhere.toml %s
; RUN: gadfly fmt --color sometimes %s
; RUN: mkdir -p mine/theories && printf '(theory T :funs ((twice Itn Int)))' > mine/theories/t.smt2 && gadfly fmt --catalog mine %s
(check-sat)
