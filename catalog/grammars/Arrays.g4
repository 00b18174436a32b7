// Arrays of 64-bit vectors: `a` is the array, `b` an index or value. A write goes to any array
// term, as in the paper's Figure 3c.
grammar Arrays;

Open : '(' ;
Close : ')' ;
declare_a : Open 'declare-const' 'a' '(Array (_ BitVec 64) (_ BitVec 64))' Close ;
declare_b : Open 'declare-const' 'b' '(_ BitVec 64)' Close ;

constant : '#x0{16}' | '#x1{16}' ;

bv_term
  : constant
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
  | '(' 'select' arr_term bv_term ')'
  ;

arr_term
  : 'a'
  | '(' 'store' arr_term bv_term bv_term ')'
  ;

bool_term
  : '(' '=' arr_term arr_term ')'
  | '(' 'distinct' arr_term arr_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declare_a declare_b assertion check EOF ;
