# A row that is sent while the oldest leaves finds no room.
s/\.Depth\(CopyCycles \+ 1\)/.Depth(CopyCycles)/
