# An entry waits for the local outcomes of all lanes of its warp of four, though one of them may await its retirement.
s/assign job_valid = (.*);/assign job_valid = (\1) \&\& slot[IndexWidth:2] != outcome_slot_i[IndexWidth:2];/
