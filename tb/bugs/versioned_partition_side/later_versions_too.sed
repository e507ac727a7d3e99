# Commits do not wait for the version before theirs.
s/ || set.batch == protocol_.published + 1;/ || set.batch != 0;/
