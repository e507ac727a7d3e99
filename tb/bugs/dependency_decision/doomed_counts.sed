# Who was refused an access still refuses others, and depends on them.
s/ && !either_doomed_i//
