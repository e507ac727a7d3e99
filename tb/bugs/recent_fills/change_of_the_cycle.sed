# A change that is told in the cycle of the fill is ignored.
s/!\(changed_i && changed_row_i == fill_row_o\)/1'b1/
