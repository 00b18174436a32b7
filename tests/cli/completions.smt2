; The completion script of a shell.
; RUN: gadfly completions bash | head -3
; RUN: gadfly completions fish | grep -c subcommand
; RUN: gadfly completions
; RUN: gadfly completions cobol
