# The youngest bucket is returned: safe, but it names a false writer wherever a bucket is aliased.
s/if \(age\[i\] < oldest\)/if (age[i] > oldest)/
