# Transfers of any size are let pass.
s/(a[wr])_size_i == WordSize/\1_size_i <= 3'd7/g
