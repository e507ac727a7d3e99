# A pass of the sweep does not look at row 0.
s/row_q    <= '0;/row_q    <= 1;/
