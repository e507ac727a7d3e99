# What an attempt wrote stays in local memory when it has failed in global memory.
s/^  withdraw(w, aborted);//
