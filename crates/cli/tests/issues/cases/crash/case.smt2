(declare-datatypes ((d 0)) (((e) (f))))
(declare-const b d)
(assert (str.in_re "a" (re.* (str.to_re (ite ((_ is e) b) "a" "")))))
(check-sat)
