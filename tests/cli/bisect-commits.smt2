; The commit that brought a bug in, in a checkout with three commits.
; RUN: git init -q solver && printf 'x' > solver/x && cp %d/commit.sh solver/
; RUN: cd solver && for n in 1 2 3; do sh commit.sh $n; done
; RUN: gadfly bisect %s --commits solver --good HEAD~2 --build true --solver "sh ./solver.sh" --expect sat
; RUN: gadfly bisect %s --commits solver --good HEAD~2 --build true --solver "sh ./solver.sh" --expect sat --json
; RUN: gadfly bisect %s --commits solver --good HEAD --build true --solver "sh ./solver.sh" --expect sat
; RUN: gadfly bisect %s --commits solver --good nowhere --build true --solver "sh ./solver.sh" --expect sat
; RUN: gadfly bisect %s --commits nowhere --good HEAD~2 --build true --solver "sh ./solver.sh" --expect sat
; RUN: gadfly bisect %s --commits solver --build true --solver "sh ./solver.sh" --expect sat
(assert true)
(check-sat)
