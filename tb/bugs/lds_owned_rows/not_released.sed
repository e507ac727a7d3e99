# A walk leaves its rows owned.
s/record_row = entry_row_q;/record_row = entry_row_q;\n      record_write = record;/
