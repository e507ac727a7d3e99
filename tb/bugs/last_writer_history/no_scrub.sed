# The scrubber never runs: ids outlive their window.
s/scrub_due_q    <= !clearing_q && .*/scrub_due_q    <= 1'b0;/
s/scrub_forced_q <= !clearing_q && .*/scrub_forced_q <= 1'b0;/
/a_scrub_in_time/,/\$error/d
