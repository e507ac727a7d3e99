# An entry that is evicted on the way is dropped.
s/step_key_d   = key_of\(live_i\[victim_q\]\);/step_issue_d = 1'b0; state_d = ListRespond;/
