# A skip that comes with a look-up's last reader leaves readers of the next one's first leaf out, all but the first.
s/single_q  <= \(skip_i && !fresh\) \|\|/single_q  <= skip_i ||/
