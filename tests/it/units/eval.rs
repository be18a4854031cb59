mod lisp;
