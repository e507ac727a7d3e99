# The words of all who want a sink are mixed.
s/\{Width\{grant\[source\]\}\}/{Width{request[source]}}/
