# Bytes are stored at the beginning of their word.
s/(stored_bytes\(source\.op,).*\);/\1 2'b00);/
