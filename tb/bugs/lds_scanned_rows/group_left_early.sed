# The scan goes on with the next group at the first row that it finds.
s/\(match & ~pick\) == '0 && entry_free/entry_free/
