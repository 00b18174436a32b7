# What `gadfly coverage` would leave of a build: of the function that changed.diff changes, `op` reaches it and
# `swap` does not.
mkdir -p "$1/runs/op-1" "$1/runs/swap-1" || exit 1
part() { printf '{"src/ast/rewriter/seq_rewriter.cpp":{"lines":[],"functions":[%s],"branches":[]}}' "$1"; }
printf '{"there":%s,"reached":{},"names":{}}' "$(part 700,890,950)" > "$1/there.json"
part 890 > "$1/runs/op-1/reached.json"
part 700 > "$1/runs/swap-1/reached.json"
