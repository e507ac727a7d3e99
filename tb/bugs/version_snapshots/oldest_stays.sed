# The version whose place a new one has taken counts as one that can be begun on.
s/else if \(publish_i && number_o == oldest_q\) oldest_q <= oldest_q \+ 1'b1;/else if (publish_i \&\& number_o == oldest_q) oldest_q <= oldest_q;/
