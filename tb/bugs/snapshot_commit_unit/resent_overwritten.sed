# Words that are sent again do not wait for those before them to be read.
s/ && comes_again && full\);/ \&\& 1'b0);/
