# Who is to run alone does not wait until everything that has committed can be read.
s/ || !readable//
