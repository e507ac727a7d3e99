# Attempts that fail at the same time halve the limit each.
s/attempt.halvings == halvings_/true/
