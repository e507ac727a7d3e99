# A leaf is read although those on their way fill the enumerator.
s/waiting \+ DepthWidth'\(step_valid_i\) \+ DepthWidth'\(b_valid_i\)/waiting/
