# The second cycle uses the upper bits of the ids that come then.
s/groups_q\[i\]\[group_q\[i\]\]/groups_q[i][id_i[i][IdWidth-1:LowWidth]]/
