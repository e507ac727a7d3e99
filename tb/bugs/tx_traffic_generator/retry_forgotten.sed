# A transfer that has failed is not tried again, and counts as committed.
s/failed \? StateLoad : left_q/left_q/
s/assign committed_o   = .*/assign committed_o   = state_q == StateRetirements \&\& all_retired;/
s/assign aborted_o     = .*/assign aborted_o     = 1'b0;/
