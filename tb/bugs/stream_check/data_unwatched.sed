# Data that changes while an offer waits goes unnoticed.
s/data_i == data_q/1'b1/
