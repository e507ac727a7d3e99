# The local outcome does not wait for the answers to all reads.
s/fields\.verdict\.done == fields\.awaited\.expected/1'b1/
