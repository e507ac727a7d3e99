# A set begins behind the words of a dropped one.
s/^( +)stored_q\[set_id_i\]( +)<= '0;/\1stored_q[set_id_i]\2<= stored_q[set_id_i];/
