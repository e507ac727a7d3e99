# Of two rows the one with fewer free entries is taken, and no overflow is seen when it has none.
s/if \(free\[part\] > free\[other\]\)/if (free[part] < free[other])/
s/inserts && live == '1;/1'b0;/
