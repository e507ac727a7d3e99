# On a wide bus the first word is returned, whichever was read.
s/words\[lane\]/words[lane \& 0]/
