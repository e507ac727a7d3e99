# A change of all rows is ignored.
s/if \(changed_all_i\) own_d = '0;//
