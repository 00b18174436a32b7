; Cases with one right answer. This solver says sat to everything, or dies, or says nothing.
; RUN: gadfly conform --list --only store-same-value
; RUN: gadfly conform --list --only store-same-value --json
; RUN: gadfly conform --only arrays --solver "%fake --script %d/conform.rules"
; RUN: gadfly conform --only store-same-value --solver "%fake" --json
; RUN: gadfly conform --only store-same-value --solver "%fake --script %d/silent.rules"
; RUN: gadfly conform --only nonsense
; RUN: gadfly conform --only arrays
; RUN: gadfly conform --only arrays --solver ./nowhere
; RUN: gadfly conform --only arrays --solver "%fake" --timeout soon
