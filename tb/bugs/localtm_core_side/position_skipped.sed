# Serial positions are given to lanes that have failed, too.
/next_order +=/s/lane_count(passed)/lane_count(lanes)/
