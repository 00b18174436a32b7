; The manual pages: one of them, all of them, and one that there is not.
; RUN: gadfly man | grep -A 1 '^.SH NAME'
; RUN: gadfly man solvers install | grep -A 1 '^.SH NAME'
; RUN: gadfly man --out pages 2>&1 | grep -o ' pages in pages'; ls pages | head -3
; RUN: gadfly man hnut
; RUN: gadfly man hunt --out pages
