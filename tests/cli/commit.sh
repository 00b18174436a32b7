# A commit of the toy solver of bisect-commits.smt2: from the second on it says unsat.
answer=$([ "$1" -ge 2 ] && echo unsat || echo sat)
echo "while read line; do case \"\$line\" in *check-sat*) echo $answer;; esac; done # $1" > solver.sh
export GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z'
git add .
git -c user.name=t -c user.email=t@example.org -c commit.gpgsign=false commit -q -m "change $1"
