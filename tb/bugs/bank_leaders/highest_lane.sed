# The highest lane of a slot or bank comes first: where lanes mark one slot, the wrong one owns it.
s/(compared_(bank|slot)_q)\[lane\]\[lower\] <=/\1[lower][lane] <=/
