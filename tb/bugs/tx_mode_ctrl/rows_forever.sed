# Serialization by rows never falls back to one lane.
s/&& tx\.mode == ModeTx && several\(failure\.firsts\)/\&\& several(failure.firsts)/
