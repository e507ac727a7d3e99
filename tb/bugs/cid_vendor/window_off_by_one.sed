# One id more than the ring has entries.
s/alive_then <= \(CidWidth\+1\)'\(RingSize\)/alive_then <= (CidWidth+1)'(RingSize + 1)/
/a_window :/,/\$error/d
