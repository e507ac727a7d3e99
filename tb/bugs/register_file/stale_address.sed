# The word is that of the address of the last write.
s/assign rdata_o = mem\[raddr_i\];/assign rdata_o = write_i ? mem[waddr_i] : mem[raddr_i];/
