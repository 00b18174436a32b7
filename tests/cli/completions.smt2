; The completion script of a shell.
; RUN: gadfly completions bash | head -3
; RUN: gadfly completions fish | grep -c 'needs_command.*-a "hunt"'
; RUN: gadfly completions
; RUN: gadfly completions cobol
