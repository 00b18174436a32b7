// Integers and reals together: `a` is an integer, `b` a real.
grammar RealInts;

Open : '(' ;
Close : ')' ;
declare_a : Open 'declare-const' 'a' 'Int' Close ;
declare_b : Open 'declare-const' 'b' 'Real' Close ;

int_constant : '0' | '1' ;
real_constant : '0.0' | '1.0' ;

int_term
  : int_constant
  | 'a'
  | '(' '-' int_term ')'
  | '(' '-' int_term int_term ')'
  | '(' '+' int_term int_term ')'
  | '(' '*' int_term int_term ')'
  | '(' 'div' int_term int_term ')'
  | '(' 'mod' int_term int_term ')'
  | '(' 'abs' int_term ')'
  | '(' 'to_int' real_term ')'
  ;

real_term
  : real_constant
  | 'b'
  | '(' '-' real_term ')'
  | '(' '-' real_term real_term ')'
  | '(' '+' real_term real_term ')'
  | '(' '*' real_term real_term ')'
  | '(' '/' real_term real_term ')'
  | '(' 'sin' real_term ')'
  | '(' 'cos' real_term ')'
  | '(' 'tan' real_term ')'
  | '(' 'to_real' int_term ')'
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
  | '(' '=' int_term int_term ')'
  | '(' '<' int_term int_term ')'
  | '(' '>' int_term int_term ')'
  | '(' '>=' int_term int_term ')'
  | '(' '<=' int_term int_term ')'
  | '(' 'is_int' real_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declare_a declare_b assertion check EOF ;
