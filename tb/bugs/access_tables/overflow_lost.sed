# A write that finds no room in the writer table is answered like one that did.
s/reader_last && overflow;/reader_last \&\& reader_overflow;/
