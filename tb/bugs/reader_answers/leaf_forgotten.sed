# A leaf that comes in the same cycle as another answer is lost.
s/leaf_valid_q   <= leaf_valid_i;/leaf_valid_q   <= leaf_valid_i \&\& !answer_i;/
