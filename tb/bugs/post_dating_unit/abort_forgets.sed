# An abort drops the former occupants too.
/DateAbort, DateRelease:/,/end/s/former: state\.former/former: 1'b0/
