// Integer arithmetic, with division and modulus by any term.
grammar Ints;

Open : '(' ;
Close : ')' ;
type : 'Int' ;
declare_a : Open 'declare-const' 'a' type Close ;
declare_b : Open 'declare-const' 'b' type Close ;

constant : '0' | '1' ;

int_term
  : constant
  | 'a'
  | 'b'
  | '(' '-' int_term ')'
  | '(' '-' int_term int_term ')'
  | '(' '+' int_term int_term ')'
  | '(' '*' int_term int_term ')'
  | '(' 'div' int_term int_term ')'
  | '(' 'mod' int_term int_term ')'
  | '(' 'abs' int_term ')'
  ;

bool_term
  : '(' 'not' bool_term ')'
  | '(' 'and' bool_term bool_term ')'
  | '(' 'or' bool_term bool_term ')'
  | '(' 'xor' bool_term bool_term ')'
  | '(' '=' bool_term bool_term ')'
  | '(' 'distinct' bool_term bool_term ')'
  | '(' 'ite' bool_term bool_term bool_term ')'
  | '(' '=' int_term int_term ')'
  | '(' '<' int_term int_term ')'
  | '(' '>' int_term int_term ')'
  | '(' '>=' int_term int_term ')'
  | '(' '<=' int_term int_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declare_a declare_b assertion check EOF ;
