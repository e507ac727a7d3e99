# A transaction is released while its commit's timestamp is still on its way to the answers.
s/DepRetire: +stall_o = own_in_flight_i;/DepRetire: stall_o = 1'b0;/
