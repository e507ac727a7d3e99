# A walk leaves its lanes in the set.
s/first_q \? members & ~left_q/first_q ? members/
