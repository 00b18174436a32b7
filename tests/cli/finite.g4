grammar Finite;
start : '(assert' term ')' '(check-sat)' EOF ;
term : 'true' | 'false' ;
