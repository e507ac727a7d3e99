# An access without a place does not ask again.
s/else if \(wait_q != '0\) wait_q <= wait_q - 1'b1;/else if (wait_q > RetryWidth'(1)) wait_q <= wait_q - 1'b1;/
