# The phase does not change from lap to lap.
s/slot_d = \{~slot_q\[IndexWidth\],/slot_d = {slot_q[IndexWidth],/
