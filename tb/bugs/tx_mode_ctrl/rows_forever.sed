# Serialization by rows never falls back to one lane.
s/&& mode_q\[w\] == ModeTx && several/\&\& several/
