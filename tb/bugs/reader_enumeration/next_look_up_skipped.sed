# A look-up loses leaves because the one before it, all of whose leaves have been issued, is skipped.
s/skip_i && issued_q == '0 && !\(valid_q && step_ready_i && step_last_o\)/skip_i/
