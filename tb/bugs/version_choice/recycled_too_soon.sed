# A version is recycled while there are free ones.
s/free == '0 \? readable & ~newest : '0/readable \& ~newest/
