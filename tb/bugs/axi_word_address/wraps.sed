# An address beyond the bus's wraps.
s/outside_o \? BusAddrWidth'\(BaseAddress\) : //
