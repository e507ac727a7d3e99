# The byte address of a beat is taken for the number of its word.
s/fill_payload\[34\+:WordAddrBits\]/fill_payload[32+:WordAddrBits]/
