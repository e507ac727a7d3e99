# A cluster's choice is that of the cluster's first core.
s/CoreWidth'\(First\) \+ CoreWidth'\(index\)/CoreWidth'(First)/
