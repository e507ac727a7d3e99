# What has left is written again with the next block.
s/other \? Words'\(1\) << write_place : mask;/mask;/
