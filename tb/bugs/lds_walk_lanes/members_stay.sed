# Who has left at once is walked with the next one's rows.
s/if \(left_q\[w\]\) member_d/if (1'b0) member_d/
