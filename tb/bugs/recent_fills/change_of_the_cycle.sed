# A change that is told in the cycle of the fill is ignored.
s/!\(changed_i && changed_row_i == fill_row_o\) && !changed_all_i/1'b1/
