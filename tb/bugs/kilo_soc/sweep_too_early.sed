# The balances are added up when the first generator is done.
s/\(&generator_done\)/(|generator_done)/
