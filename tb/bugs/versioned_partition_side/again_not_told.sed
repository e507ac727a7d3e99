# A set that the commit unit asks for again is said to be written.
s/protocol_.write_sets\[handle\].again = true;//
