# Of the leaves that a sweep reports at once, only the first one's root is seen to.
s/fix_valid_d\[fix_way\] = 1'b0;/fix_valid_d = '0;/
