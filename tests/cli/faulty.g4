grammar Faulty;
start : '(assert' trem ')' '(check-sat)' EOF ;
term : 'true' | 'false' ;
