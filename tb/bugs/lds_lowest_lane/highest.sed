# Of a group's lanes the highest one is taken.
s/int i = 7; i >= 0; i--/int i = 0; i < 8; i++/
