; Commands of solvers' dialects that real files contain; they are kept as they stand.
(theory Z3Commands
  :solvers (z3)
  :commands (
    minimize maximize assert-soft check-sat-using simplify apply eval get-objectives get-qe
    declare-pool declare-tactic declare-map declare-rel declare-var rule query fixedpoint-push
    fixedpoint-pop block-model block-model-values display help help-tactic help-simplifier
    set-simplifier get-user-tactics labels include eufi euf-project mbi poly/factor model-add
    model-del reset-tracking add-proof-hint infer del assume get-consequences get-proof-graph
    declare-type-var assert-not check-allsat get-lemmas initialize-memory))
(theory Cvc5Commands
  :solvers (cvc5)
  :commands (
    get-abduct get-abduct-next get-interpolant get-interpolant-next get-qe-disjunct
    get-difficulty get-learned-literals get-timeout-core get-timeout-core-assuming
    get-unsat-core-lemmas get-instantiations declare-heap declare-oracle-fun find-synth
    find-synth-next block-model-values synth-fun synth-inv check-synth check-synth-next
    constraint inv-constraint assume declare-weight set-feature declare-primed-var
    define-named-term simplify get-model-domain-elements))
