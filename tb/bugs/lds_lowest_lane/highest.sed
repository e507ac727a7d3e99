# Of a group's lanes the highest one is taken.
s/i = 8; i > 0; i--/i = 1; i <= 8; i++/
