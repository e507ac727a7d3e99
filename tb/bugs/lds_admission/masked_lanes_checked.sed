# Lanes that have conflicted are refused for their addresses.
s/req_exec_i \& ~\(req_state_i\.in_tx \? req_state_i\.tcm : '0\)/req_exec_i/
