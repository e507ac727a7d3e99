# The scrubber never runs: ids outlive their window.
s/assign scrub_due    = .*/assign scrub_due    = 1'b0;/
s/assign scrub_forced = .*/assign scrub_forced = 1'b0;/
/a_scrub_in_time/,/\$error/d
