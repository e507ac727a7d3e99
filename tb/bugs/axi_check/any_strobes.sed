# Strobes of no word are let pass.
s/strobes_of_a_word = 1'b0;/strobes_of_a_word = w_strb_i == '0;/
