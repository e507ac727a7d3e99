# The scrubber never takes a cycle from the stream.
s/scrub_forced_q <= !clearing_q && .*/scrub_forced_q <= 1'b0;/
/a_scrub_in_time/,/\$error/d
