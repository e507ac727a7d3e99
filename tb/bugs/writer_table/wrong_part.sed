# Of two rows the one with fewer free entries is taken, and no overflow is seen when it has none.
s/if \(free > most_free\)/if (part == 0 || free < most_free)/
s/inserts && most_free == '0;/1'b0;/
