# Lanes that have only read global memory are not validated.
s/^  add(transaction.logs.reads);//
