# Lanes of a bank are taken for lanes of its leader's slot, whatever theirs is.
s/\{taken_q\.bank\[lower\], taken_q\.place\[lower\]\} ==/{taken_q.bank[lower], taken_q.place[lane]} ==/
