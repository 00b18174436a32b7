// Lists of integers: constructors, selectors (also where they do not apply) and testers.
grammar Datatypes;

Open : '(' ;
Close : ')' ;
declarations
  : '(declare-datatypes ((Chain 0)) (((nil) (cons (head Int) (tail Chain)))))'
    Open 'declare-const' 'a' 'Chain' Close
    Open 'declare-const' 'b' 'Chain' Close
  ;

int_constant : '0' | '1' ;

list_term
  : 'nil'
  | 'a'
  | 'b'
  | '(' 'cons' int_term list_term ')'
  | '(' 'tail' list_term ')'
  | '(' 'ite' bool_term list_term list_term ')'
  ;

int_term
  : int_constant
  | '(' 'head' list_term ')'
  | '(' '+' int_term int_term ')'
  ;

bool_term
  : '(' 'not' bool_term ')'
  | '(' 'and' bool_term bool_term ')'
  | '(' 'or' bool_term bool_term ')'
  | '(' 'xor' bool_term bool_term ')'
  | '(' '=' bool_term bool_term ')'
  | '(' 'distinct' bool_term bool_term ')'
  | '(' 'ite' bool_term bool_term bool_term ')'
  | '(' '=' list_term list_term ')'
  | '(' 'distinct' list_term list_term ')'
  | '((_ is nil)' list_term ')'
  | '((_ is cons)' list_term ')'
  | '(' '=' int_term int_term ')'
  | '(' '<' int_term int_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declarations assertion check EOF ;
