# Of two neighbouring lanes the higher one is taken.
s/lanes_i \& \(~lanes_i \+ 1'b1\)/lanes_i \& ~(lanes_i >> 1) \& (~(lanes_i \& ~(lanes_i >> 1)) + 1'b1)/
