# Only the first warp of a block clears its part of the memory.
s/clear(wavefront, (wavefront - first)/if (wavefront == first) clear(wavefront, (wavefront - first)/
