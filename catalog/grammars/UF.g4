// Uninterpreted functions and a predicate over one sort.
grammar UF;

Open : '(' ;
Close : ')' ;
declarations
  : '(declare-sort U 0)'
    '(declare-fun f (U) U)' '(declare-fun g (U U) U)' '(declare-fun p (U) Bool)'
    Open 'declare-const' 'a' 'U' Close
    Open 'declare-const' 'b' 'U' Close
  ;

u_term
  : 'a'
  | 'b'
  | '(' 'f' u_term ')'
  | '(' 'g' u_term u_term ')'
  | '(' 'ite' bool_term u_term u_term ')'
  ;

bool_term
  : '(' 'not' bool_term ')'
  | '(' 'and' bool_term bool_term ')'
  | '(' 'or' bool_term bool_term ')'
  | '(' 'xor' bool_term bool_term ')'
  | '(' '=' bool_term bool_term ')'
  | '(' 'distinct' bool_term bool_term ')'
  | '(' 'ite' bool_term bool_term bool_term ')'
  | '(' '=' u_term u_term ')'
  | '(' 'distinct' u_term u_term ')'
  | '(' 'p' u_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declarations assertion check EOF ;
