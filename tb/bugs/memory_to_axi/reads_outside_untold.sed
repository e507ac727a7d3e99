# A read of a word that the bus cannot name is not told.
s/reads_outside \|\| writes_outside/writes_outside/
