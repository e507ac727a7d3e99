# The next attempt does not wait until all units have retired this one.
s/assign all_retired   = .*/assign all_retired   = retired_q != '0;/
