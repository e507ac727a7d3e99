# A snapshot does not wait for the date of the commit in front of it.
s/stall   = commit_in_flight;/stall   = 1'b0;/
