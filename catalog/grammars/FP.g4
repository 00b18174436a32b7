// Double-precision floating point. The significand's literal has 52 digits, not the 64 of the
// paper's text.
grammar FP;

Open : '(' ;
Close : ')' ;
type : '(_ FloatingPoint 11 53)' ;
declare_a : Open 'declare-const' 'a' type Close ;
declare_b : Open 'declare-const' 'b' type Close ;

constant : '(fp #b0 #b0{11} #b0{52})' | '(fp #b1 #b1{11} #b1{52})' ;
rounding : 'RNE' | 'RNA' | 'RTP' | 'RTN' | 'RTZ' ;

fp_term
  : constant
  | 'a'
  | 'b'
  | '(' 'fp.abs' fp_term ')'
  | '(' 'fp.neg' fp_term ')'
  | '(' 'fp.add' rounding fp_term fp_term ')'
  | '(' 'fp.sub' rounding fp_term fp_term ')'
  | '(' 'fp.mul' rounding fp_term fp_term ')'
  | '(' 'fp.div' rounding fp_term fp_term ')'
  | '(' 'fp.fma' rounding fp_term fp_term fp_term ')'
  | '(' 'fp.sqrt' rounding fp_term ')'
  | '(' 'fp.roundToIntegral' rounding fp_term ')'
  | '(' 'fp.rem' fp_term fp_term ')'
  | '(' 'fp.min' fp_term fp_term ')'
  | '(' 'fp.max' fp_term fp_term ')'
  ;

bool_term
  : '(' '=' fp_term fp_term ')'
  | '(' 'distinct' fp_term fp_term ')'
  | '(' 'fp.leq' fp_term fp_term ')'
  | '(' 'fp.lt' fp_term fp_term ')'
  | '(' 'fp.geq' fp_term fp_term ')'
  | '(' 'fp.gt' fp_term fp_term ')'
  | '(' 'fp.eq' fp_term fp_term ')'
  ;

assertion : Open 'assert' bool_term Close ;
check : Open 'check-sat' Close ;
start : declare_a declare_b assertion check EOF ;
