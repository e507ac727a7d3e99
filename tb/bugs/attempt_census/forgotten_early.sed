# An attempt is forgotten though one runs that began before its end.
s/: \*begins_\.begin();/: *begins_.rbegin();/
