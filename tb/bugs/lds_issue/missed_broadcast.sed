# Walks reach the first bank only.
s/issue_bank_valid_o <= '1;/issue_bank_valid_o <= Banks'(1);/
