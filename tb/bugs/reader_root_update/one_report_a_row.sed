# Of the leaves that a reclaim pass reports at once, only the first one's root is updated.
s/left_q <= left_q & \(left_q - 1'b1\);/left_q <= '0;/
