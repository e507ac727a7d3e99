# The next operation is taken for refused when the one before it was, and has not been answered.
s/ && !whole\)/)/
