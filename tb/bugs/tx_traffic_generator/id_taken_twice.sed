# An attempt that is repeated asks for no id and keeps its old one.
s/StateAmount:      state_d = StateAsk;/StateAmount:      state_d = failed ? StateLog : StateAsk;/
