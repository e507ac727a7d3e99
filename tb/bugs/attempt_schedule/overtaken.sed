# A warp that finds room overtakes those that wait for more.
s/const bool first = .*/const bool first = true;/
