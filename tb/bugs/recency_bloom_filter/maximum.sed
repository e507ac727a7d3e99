# The youngest bucket is returned: safe, but it names a false writer wherever a bucket is aliased.
s/if \(distance\[CidWidth-1\]\)/if (!distance[CidWidth-1])/
