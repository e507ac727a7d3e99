# The signed minimum and maximum compare without signs.
s/\$signed\(operand_i\) < \$signed\(old_i\)/operand_i < old_i/
