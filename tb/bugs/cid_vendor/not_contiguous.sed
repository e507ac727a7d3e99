# A grant uses up one id too many.
s/next_cid_q \+ CidWidth'\(head_count_q\)/next_cid_q + CidWidth'(head_count_q) + 1'b1/
