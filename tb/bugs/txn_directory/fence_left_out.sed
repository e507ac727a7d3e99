# The ids that have been reclaimed are handed back while the fence is still in the pipeline.
s/ReclaimFence: if \(fence_ready_i\) reclaim_q <= ReclaimPass;/ReclaimFence: if (fence_ready_i) reclaim_q <= ReclaimFree;/
