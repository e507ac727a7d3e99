# A walk takes all lanes of its wavefront out of the set, and offers only its own.
s/members \& ~left_q/'0/
