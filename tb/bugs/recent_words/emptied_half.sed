# What is emptied again goes on where it was.
s/^    end else if \(all_lost\) begin/    end else if (all_lost \&\& !emptying_q) begin/
