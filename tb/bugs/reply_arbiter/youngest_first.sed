# The youngest entry's message goes first.
s/int source = int'\(Sources\) - 1; source >= 0; source--/int source = 0; source < int'(Sources); source++/
