# Of a column, only the lanes of the lowest part get what is loaded.
s/answered\[lane\] +=/answered[lane] = lane < PassLanes \&\&/
