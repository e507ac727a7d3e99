# Loads wait as long as the commit unit reads.
s/\.req_i( *)\(\{load_valid_i, read_valid_i\}\)/.req_i\1({load_valid_i \& ~read_valid_i, read_valid_i})/
