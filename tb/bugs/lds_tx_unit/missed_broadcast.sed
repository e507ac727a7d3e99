# Walks reach the first bank only.
s/issue_bank_valid_q <= '1;/issue_bank_valid_q <= Banks'(1);/
