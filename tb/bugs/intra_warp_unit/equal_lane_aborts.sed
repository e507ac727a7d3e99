# A lane that reads what it writes itself aborts.
s/entry\.owned \? above :/entry.owned ? owner | above :/
