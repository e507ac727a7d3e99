# The newest version is recycled when nobody reads it.
s/free == '0 \? readable & ~newest : '0/free == '0 ? readable : '0/
