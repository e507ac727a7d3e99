# Serialization by rows never falls back to one lane.
s/&& tx\.mode == ModeTx && some\.firsts/\&\& some.firsts/
