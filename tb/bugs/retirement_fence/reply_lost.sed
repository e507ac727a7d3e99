# A reply is taken while a retirement leaves in its place.
s/out_room && !leaves_valid;/out_room;/
