// Unicode strings and regular expressions.
grammar Strings;

Open : '(' ;
Close : ')' ;
type : 'String' ;
declare_a : Open 'declare-const' 'a' type Close ;
declare_b : Open 'declare-const' 'b' type Close ;

int_constant : '0' | '1' ;
str_constant : '""' | '"a"' ;
regex_constant : 're.none' | 're.all' | 're.allchar' ;

str_term
  : str_constant
  | 'a'
  | 'b'
  | '(' 'str.++' str_term str_term ')'
  | '(' 'str.at' str_term int_term ')'
  | '(' 'str.substr' str_term int_term int_term ')'
  | '(' 'str.replace' str_term str_term str_term ')'
  | '(' 'str.replace_all' str_term str_term str_term ')'
  | '(' 'str.from_int' int_term ')'
  ;

int_term
  : int_constant
  | '(' 'str.to_int' str_term ')'
  | '(' 'str.indexof' str_term str_term int_term ')'
  ;

regex_term
  : regex_constant
  | '(' 're.comp' regex_term ')'
  | '(' 're.+' regex_term ')'
  | '(' 're.opt' regex_term ')'
  | '(' 're.union' regex_term regex_term ')'
  | '(' 're.inter' regex_term regex_term ')'
  | '(' 're.++' regex_term regex_term ')'
  | '(' 're.diff' regex_term regex_term ')'
  | '(' 're.*' regex_constant ')'
  | '(' 'str.to_re' str_term ')'
  | '(' 're.range' str_term str_term ')'
  ;

bool_term
  : '(' 'not' bool_term ')'
  | '(' 'and' bool_term bool_term ')'
  | '(' 'or' bool_term bool_term ')'
  | '(' 'xor' bool_term bool_term ')'
  | '(' '=' bool_term bool_term ')'
  | '(' 'distinct' bool_term bool_term ')'
  | '(' 'ite' bool_term bool_term bool_term ')'
  | '(' '=' str_term str_term ')'
  | '(' 'distinct' str_term str_term ')'
  | '(' 'str.<=' str_term str_term ')'
  | '(' 'str.prefixof' str_term str_term ')'
  | '(' 'str.suffixof' str_term str_term ')'
  | '(' 'str.contains' str_term str_term ')'
  | '(' 'str.is_digit' str_term ')'
  | '(' 'str.in_re' str_term regex_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declare_a declare_b assertion check EOF ;
