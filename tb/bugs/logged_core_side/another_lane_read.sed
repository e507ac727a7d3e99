# A repeated read takes what the warp's first lane has read of the word.
s/reads.find(lane, word)/reads.find(0, word)/
