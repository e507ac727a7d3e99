# Revalidation does not wait for YCID to retire.
s/assign job_valid    = .*/assign job_valid    = read_valid_q;/
