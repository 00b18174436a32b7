# A checkout of a toy solver with two commits: the second one changes a function of its rewriter.
git init -q "$1" && cd "$1" && mkdir -p src/ast/rewriter || exit 1
for body in one two; do
    printf 'br_status seq_rewriter::mk_seq_at(expr* a, expr* b) {\n    %s();\n}\n' $body > src/ast/rewriter/seq_rewriter.cpp
    git add .
    git -c user.name=t -c user.email=t@example.org -c commit.gpgsign=false commit -q -m $body
done
