# A grant uses up one id too many.
s/next_cid_q \+ CidWidth'\(head_count\)/next_cid_q + CidWidth'(head_count) + 1'b1/
