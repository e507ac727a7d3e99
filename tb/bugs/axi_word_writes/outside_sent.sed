# A write of a word that the bus cannot name is sent, to word 0.
s/write_ready_o && !outside;/write_ready_o;/
