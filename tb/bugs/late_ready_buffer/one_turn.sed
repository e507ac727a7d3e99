# A word that is taken in the cycle of another's arrival does not pass the turn on.
s/take_turn_q \^ \(take != '0\)/take_turn_q ^ (take != '0 \&\& put == '0)/
