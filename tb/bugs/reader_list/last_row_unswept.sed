# A sweep ends a row too early.
s/if \(sweep_issue && sweep_last\) rows_left_q/if (sweep_issue \&\& sweep_row_q == row_t'(Rows - 2)) rows_left_q/
