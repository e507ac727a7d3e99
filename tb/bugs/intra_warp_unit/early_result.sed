# The result does not wait for bank conflicts of the last row.
s/if \(last_q && !issued\) state_d/if (last_q) state_d/
