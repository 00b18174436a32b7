; Commands of solvers' dialects that real files contain. A name alone is kept as it stands; a list says what
; stands behind the name, so that terms in it are read and sorted as all others are. One name may have
; several lists, and whatever fits none of them is kept as it stands. The words:
;   term formula objective   a term: of any sort, of sort Bool, a number or a bit-vector
;   terms formulas           such terms in parentheses
;   relation                 the name of a predicate, without arguments
;   name                     a symbol that means nothing in the script
;   sexpr                    one S-expression that is no term, such as a tactic
;   partitions               names of formulas and conjunctions of them, up to the end
;   steps                    formulas in parentheses, again and again up to the end: what each next part adds
;   attributes               keywords with their values, up to the end; none, too
;   rest                     whatever follows
(theory OptimisationCommands
  :solvers (z3 optimathsat)
  :commands (
    (minimize objective attributes) (maximize objective attributes) (assert-soft formula attributes)
    (get-objectives)))
(theory Z3Commands
  :solvers (z3)
  :commands (
    (check-sat-using sexpr attributes) (apply sexpr attributes)
    (simplify term attributes) (eval term attributes) (display term)
    (rule formula) (rule formula name)
    (query relation attributes) (query formula attributes)
    (get-consequences formulas terms) (block-model-values terms)
    (get-interpolant name formula) (get-interpolant formula formula)
    declare-pool declare-tactic declare-map declare-rel declare-var fixedpoint-push
    fixedpoint-pop block-model help help-tactic help-simplifier
    set-simplifier get-user-tactics labels include eufi euf-project mbi poly/factor model-add
    model-del reset-tracking add-proof-hint infer del assume get-proof-graph
    declare-type-var assert-not check-allsat get-lemmas initialize-memory))
(theory Cvc5Commands
  :solvers (cvc5)
  :commands (
    (get-abduct name formula rest) (get-interpolant name formula rest)
    (get-qe formula) (get-qe-disjunct formula) (simplify term)
    (get-timeout-core-assuming formulas) (block-model-values terms)
    get-abduct-next get-interpolant-next get-difficulty get-learned-literals get-timeout-core
    get-unsat-core-lemmas get-instantiations declare-heap declare-oracle-fun
    define-named-term get-model-domain-elements))
(theory SynthesisCommands
  :solvers (cvc5)
  :commands (
    (constraint formula) (assume formula)
    (inv-constraint relation relation relation relation)
    (check-synth)
    synth-fun synth-inv declare-var check-synth-next find-synth find-synth-next
    declare-weight set-feature declare-primed-var))
(theory InterpolationCommands
  :solvers (opensmt smtinterpol mathsat)
  :commands ((get-interpolants partitions) (get-interpolant formulas)))
(theory BitwuzlaCommands
  :solvers (bitwuzla)
  :commands ((get-interpolants steps) (get-interpolant formulas)))
(theory SmtInterpolCommands
  :solvers (smtinterpol)
  :commands ((simplify term) (check-allsat formulas) timed))
