# A read precedes the writer whose write it sees.
s/ \|\| visible;/;/
