# Revalidation does not wait for YCID to retire.
s/assign job_req      = .*/assign job_req      = read_valid_q;/
