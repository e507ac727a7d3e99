# An abort drops the former occupants too.
/TsAbort, TsRelease:/s/former: c_state_q\.former/former: 1'b0/
