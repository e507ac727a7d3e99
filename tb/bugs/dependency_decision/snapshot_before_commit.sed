# A snapshot does not wait for the timestamp of the commit in front of it.
s/stall_o = commit_in_flight_i;/stall_o = 1'b0;/
