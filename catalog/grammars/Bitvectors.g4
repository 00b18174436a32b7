// Bit-vectors of 64 bits, and their values as numbers.
grammar Bitvectors;

Open : '(' ;
Close : ')' ;
type : '(_ BitVec 64)' ;
declare_a : Open 'declare-const' 'a' type Close ;
declare_b : Open 'declare-const' 'b' type Close ;

bv_constant : '#x0{16}' | '#x1{16}' ;
int_constant : '0' | '1' ;

bv_term
  : bv_constant
  | 'a'
  | 'b'
  | '(' 'bvnot' bv_term ')'
  | '(' 'bvneg' bv_term ')'
  | '(' 'bvand' bv_term bv_term ')'
  | '(' 'bvor' bv_term bv_term ')'
  | '(' 'bvadd' bv_term bv_term ')'
  | '(' 'bvmul' bv_term bv_term ')'
  | '(' 'bvudiv' bv_term bv_term ')'
  | '(' 'bvurem' bv_term bv_term ')'
  | '(' 'bvshl' bv_term bv_term ')'
  | '(' 'bvlshr' bv_term bv_term ')'
  ;

bool_term
  : '(' 'not' bool_term ')'
  | '(' 'and' bool_term bool_term ')'
  | '(' 'or' bool_term bool_term ')'
  | '(' 'xor' bool_term bool_term ')'
  | '(' '=' bool_term bool_term ')'
  | '(' 'distinct' bool_term bool_term ')'
  | '(' 'ite' bool_term bool_term bool_term ')'
  | '(' 'bvult' bv_term bv_term ')'
  | '(' '=' bv_term bv_term ')'
  | '(' 'distinct' bv_term bv_term ')'
  | '(' '=' int_term int_term ')'
  | '(' 'distinct' int_term int_term ')'
  ;

int_term
  : int_constant
  | '(' 'bv2nat' bv_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declare_a declare_b assertion check EOF ;
