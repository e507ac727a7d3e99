# Of two rows the one with fewer free entries is taken, and a writer in it overwritten when it has none.
s/if \(free > most_free\)/if (part == 0 || free < most_free)/
s/own == '0 && most_free != '0;/own == '0;/
