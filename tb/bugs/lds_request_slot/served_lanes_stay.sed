# Lanes that were served at the port are served again from the register.
s/\? pass_lanes_i : req_lost_i/? '0 : req_lost_i/
