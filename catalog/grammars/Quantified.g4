// Linear integer arithmetic under quantifiers: `x` is bound, `a` and `b` are free.
grammar Quantified;

Open : '(' ;
Close : ')' ;
type : 'Int' ;
declare_a : Open 'declare-const' 'a' type Close ;
declare_b : Open 'declare-const' 'b' type Close ;

constant : '0' | '1' ;
quantifier : 'forall' | 'exists' ;

// Terms without and with the bound variable.
int_term
  : constant
  | 'a'
  | 'b'
  | '(' '+' int_term int_term ')'
  | '(' '-' int_term int_term ')'
  ;

int_inner
  : constant
  | 'x'
  | 'a'
  | 'b'
  | '(' '+' int_inner int_inner ')'
  | '(' '-' int_inner int_inner ')'
  ;

bool_term
  : '(' 'not' bool_term ')'
  | '(' 'and' bool_term bool_term ')'
  | '(' 'or' bool_term bool_term ')'
  | '(' '=>' bool_term bool_term ')'
  | '(' quantifier '((x Int))' bool_inner ')'
  | '(' '=' int_term int_term ')'
  | '(' '<' int_term int_term ')'
  | '(' '<=' int_term int_term ')'
  ;

bool_inner
  : '(' 'not' bool_inner ')'
  | '(' 'and' bool_inner bool_inner ')'
  | '(' 'or' bool_inner bool_inner ')'
  | '(' '=>' bool_inner bool_inner ')'
  | '(' quantifier '((x Int))' bool_inner ')'
  | '(' '=' int_inner int_inner ')'
  | '(' '<' int_inner int_inner ')'
  | '(' '<=' int_inner int_inner ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declare_a declare_b assertion check EOF ;
