# What is offered then is done in place of the access that waits.
s/again_q \? access_q : cmd_access_i/cmd_access_i/
