# Words of different sectors share an access.
s/= word_sector == held_sector_q;/= 1'b1;/
