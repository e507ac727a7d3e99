# A slot that the last lap filled looks as if this lap had.
s/phase_q \^ in_next_lap/phase_q/
