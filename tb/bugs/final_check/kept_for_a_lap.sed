# What is known of an entry does not end when it retires.
s/given_q\[IndexWidth'\(retired_q\)\] <= 1'b0/given_q[IndexWidth'(retired_q)] <= given_q[IndexWidth'(retired_q)]/
