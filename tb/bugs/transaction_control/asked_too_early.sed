# Global memory is asked while local memory may still find a conflict.
s/ = sides_.following() != nullptr && warp.accesses_in_flight != 0;/ = false;/
