# A skip that comes with the end of a look-up leaves leaves of the next one out.
s/assign fresh      = valid_q && last_q;/assign fresh      = 1'b0;/
