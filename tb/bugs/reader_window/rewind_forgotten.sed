# The operation that goes back is offered again, those behind it are not.
s/rewind_i \? '0 : /rewind_i ? issued_q - 1'b1 : /
