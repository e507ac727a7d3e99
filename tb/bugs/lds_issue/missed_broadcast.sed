# Walks reach the first bank only.
s/crossed_banks +(= crossed\.is_walk \?) '1/crossed_banks \1 Banks'(1)/
