# What is released is not remembered where it was.
s/if \(leave_i && pdts_i > released_q\)/if (leave_i)/
