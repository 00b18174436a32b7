// Theories that meet: integers, strings, an array of integers and a Boolean.
grammar Mixed;

Open : '(' ;
Close : ')' ;
declarations
  : Open 'declare-const' 'i' 'Int' Close
    Open 'declare-const' 's' 'String' Close
    Open 'declare-const' 'm' '(Array Int Int)' Close
    Open 'declare-const' 'p' 'Bool' Close
  ;

int_constant : '0' | '1' ;
str_constant : '""' | '"a"' ;

int_term
  : int_constant
  | 'i'
  | '(' '+' int_term int_term ')'
  | '(' '-' int_term int_term ')'
  | '(' '*' int_term int_term ')'
  | '(' 'str.len' str_term ')'
  | '(' 'select' arr_term int_term ')'
  | '(' 'ite' bool_term int_term int_term ')'
  ;

str_term
  : str_constant
  | 's'
  | '(' 'str.++' str_term str_term ')'
  | '(' 'str.at' str_term int_term ')'
  | '(' 'str.from_int' int_term ')'
  ;

arr_term
  : 'm'
  | '(' 'store' arr_term int_term int_term ')'
  ;

bool_term
  : 'p'
  | '(' 'not' bool_term ')'
  | '(' 'and' bool_term bool_term ')'
  | '(' 'or' bool_term bool_term ')'
  | '(' 'xor' bool_term bool_term ')'
  | '(' '=' bool_term bool_term ')'
  | '(' 'distinct' bool_term bool_term ')'
  | '(' 'ite' bool_term bool_term bool_term ')'
  | '(' '=' int_term int_term ')'
  | '(' '<' int_term int_term ')'
  | '(' '<=' int_term int_term ')'
  | '(' '=' str_term str_term ')'
  | '(' 'str.prefixof' str_term str_term ')'
  | '(' 'str.<' str_term str_term ')'
  | '(' '=' arr_term arr_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declarations assertion check EOF ;
