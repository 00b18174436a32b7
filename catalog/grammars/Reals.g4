// Real arithmetic with the transcendental functions that z3 and cvc5 know.
// Figure 6 lists `mod` among the operators, which reals do not have.
grammar Reals;

Open : '(' ;
Close : ')' ;
type : 'Real' ;
declare_a : Open 'declare-const' 'a' type Close ;
declare_b : Open 'declare-const' 'b' type Close ;

constant : '0.0' | '1.0' ;

real_term
  : constant
  | 'a'
  | 'b'
  | '(' '-' real_term ')'
  | '(' '-' real_term real_term ')'
  | '(' '+' real_term real_term ')'
  | '(' '*' real_term real_term ')'
  | '(' '/' real_term real_term ')'
  | '(' 'sin' real_term ')'
  | '(' 'cos' real_term ')'
  | '(' 'tan' real_term ')'
  ;

bool_term
  : '(' 'not' bool_term ')'
  | '(' 'and' bool_term bool_term ')'
  | '(' 'or' bool_term bool_term ')'
  | '(' 'xor' bool_term bool_term ')'
  | '(' '=' bool_term bool_term ')'
  | '(' 'distinct' bool_term bool_term ')'
  | '(' 'ite' bool_term bool_term bool_term ')'
  | '(' '=' real_term real_term ')'
  | '(' '<' real_term real_term ')'
  | '(' '>' real_term real_term ')'
  | '(' '>=' real_term real_term ')'
  | '(' '<=' real_term real_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declare_a declare_b assertion check EOF ;
