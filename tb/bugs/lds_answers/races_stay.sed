# A store's races count as those of the next one, too.
s/stored_valid_o \? '0 : stored_race_o/stored_race_o/
