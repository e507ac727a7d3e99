# Only the unit that replies last decides.
s/failed_q <= failed_q \| reply_unit_i;/failed_q <= reply_unit_i;\n        else if (is_local) failed_q <= '0;/
