# Words that are sent again do not wait for those before them to be read.
s/ && set_id_i == head\.id && full\);/ \&\& 1'b0);/
