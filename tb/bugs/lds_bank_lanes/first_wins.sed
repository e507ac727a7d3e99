# Of lanes that store to one word, the lowest one's value stays.
s/lane_bits\[highest_i\]/lane_bits[0]/
