# A row is claimed although the log is full.
s/reader_conflict \|\| takes \&\& full/reader_conflict/
s/ && !full;/;/
