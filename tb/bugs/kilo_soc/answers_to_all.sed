# The answer of a load goes to all generators.
s/unit_answer_valid\[unit\] && unit_answer_source\[unit\]\[source\]/unit_answer_valid[unit]/
