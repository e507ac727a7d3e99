# A walk leaves its wavefront with a list: what it puts back leads on to what it has released.
s/if \(start_q\) listed_q\[wavefront_q\] <= 1'b0;//
