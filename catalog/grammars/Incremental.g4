// Scripts of several checks: assertions come and go with push and pop.
grammar Incremental;

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
  | '(' '+' int_term int_term ')'
  | '(' '-' int_term int_term ')'
  ;

bool_term
  : '(' 'not' bool_term ')'
  | '(' 'and' bool_term bool_term ')'
  | '(' 'or' bool_term bool_term ')'
  | '(' '=' int_term int_term ')'
  | '(' '<' int_term int_term ')'
  | '(' '<=' int_term int_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
scope : '(push 1)' assertion check ( assertion check )? '(pop 1)' ;
start : declare_a declare_b '(declare-const q Bool)' assertion ( check | scope | assuming )+ EOF ;
assuming : '(assert (=> q' bool_term '))' '(check-sat-assuming (q))' ;
