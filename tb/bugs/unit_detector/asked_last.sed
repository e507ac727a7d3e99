# A snapshot that has to be asked for again comes behind those that were asked for later.
s/std::ranges::upper_bound(begins_, operation.place, {}, &Operation::place)/begins_.end()/
