# The highest waiting lane leads: where lanes mark one slot, the wrong one owns it.
s/<= lower < lane && next_q\.bank/<= lower > lane \&\& next_q.bank/
