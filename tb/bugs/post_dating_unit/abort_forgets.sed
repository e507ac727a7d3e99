# An abort drops the former occupants too.
/TsAbort, TsRelease:/,/end/s/former: state\.former/former: 1'b0/
