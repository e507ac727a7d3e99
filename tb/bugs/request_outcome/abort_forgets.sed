# An abort drops the former occupants too.
/TsAbort, TsRelease:/s/former: state_i\.former/former: 1'b0/
