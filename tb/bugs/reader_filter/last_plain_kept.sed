# The last reader of a plain entry stays when it is dead.
s/CountWidth'\(i\) < count && !dead_i\[content_i\[i\*IdWidth ?\+: ?IdWidth\]\]/CountWidth'(i) < count \&\& (!dead_i[content_i[i*IdWidth +: IdWidth]] || i == PlainIds - 1)/
