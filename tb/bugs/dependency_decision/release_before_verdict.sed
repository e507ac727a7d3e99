# An id is released while its commit's timestamp is still on its way to the answers.
s/DepFree: +stall_o = own_in_flight_i;/DepFree: stall_o = 1'b0;/
