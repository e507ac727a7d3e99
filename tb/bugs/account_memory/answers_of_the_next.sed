# What comes back with a word is that of the request behind it.
s/\{due_tag_q, due_source_q, rdata\}/{read_tag_i, load_source_i, rdata}/
