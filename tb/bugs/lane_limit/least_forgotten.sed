# The limit falls to one lane, whatever its least is.
s/std::max(limit_ \/ 2, least_)/std::max(limit_ \/ 2, 1U)/
