# What is decided does not wait for room in front of the post_dating_unit: a request that comes when both places are taken is lost.
s/ && room && ask_room;/ \&\& room;/
