# The last reader of a plain entry stays when it is dead.
s/!dead_i\[content_i\[i\*IdWidth ?\+: ?IdWidth\]\]/(!dead_i[content_i[i*IdWidth+:IdWidth]] || i == PlainIds - 1)/
