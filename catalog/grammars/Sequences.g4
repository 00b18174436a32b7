// Sequences of integers, as z3 and cvc5 have them.
grammar Sequences;

Open : '(' ;
Close : ')' ;
type : '(Seq Int)' ;
declare_a : Open 'declare-const' 'a' type Close ;
declare_b : Open 'declare-const' 'b' type Close ;

int_constant : '0' | '1' ;

seq_term
  : '(as seq.empty (Seq Int))'
  | 'a'
  | 'b'
  | '(' 'seq.unit' int_term ')'
  | '(' 'seq.++' seq_term seq_term ')'
  | '(' 'seq.extract' seq_term int_term int_term ')'
  | '(' 'seq.at' seq_term int_term ')'
  | '(' 'seq.replace' seq_term seq_term seq_term ')'
  ;

int_term
  : int_constant
  | '(' 'seq.len' seq_term ')'
  | '(' 'seq.nth' seq_term int_term ')'
  | '(' 'seq.indexof' seq_term seq_term int_term ')'
  ;

bool_term
  : '(' 'not' bool_term ')'
  | '(' 'and' bool_term bool_term ')'
  | '(' 'or' bool_term bool_term ')'
  | '(' 'xor' bool_term bool_term ')'
  | '(' '=' bool_term bool_term ')'
  | '(' 'distinct' bool_term bool_term ')'
  | '(' 'ite' bool_term bool_term bool_term ')'
  | '(' '=' seq_term seq_term ')'
  | '(' 'distinct' seq_term seq_term ')'
  | '(' 'seq.prefixof' seq_term seq_term ')'
  | '(' 'seq.suffixof' seq_term seq_term ')'
  | '(' 'seq.contains' seq_term seq_term ')'
  | '(' '=' int_term int_term ')'
  | '(' '<' int_term int_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declare_a declare_b assertion check EOF ;
