# Attempts that ended before another began make a pair with it.
s/ && ends_\[\*number - first_\] > began;/;/
