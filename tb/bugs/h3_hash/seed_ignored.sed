# All seeds are the same function of the class.
s/\(64'\(Seed\) << 17\) \^ 64'\(Seed\)/64'd0/
