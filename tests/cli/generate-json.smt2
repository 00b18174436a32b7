; The JSON of generate.
; RUN: gadfly generate --logics --json
; RUN: gadfly generate --logic QF_UF --seed 7 --preset small --json
; RUN: gadfly generate --logic QF_LIA --count 4 --preset small --stats --solver "%fake" --jobs 1 --json
