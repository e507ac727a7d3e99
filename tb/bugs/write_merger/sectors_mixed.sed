# Words of different sectors share an access.
s/(same_q +<=) beat_sector == .*;/\1 1'b1;/
