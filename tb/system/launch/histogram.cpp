// A histogram of blocks in two dimensions, in shared memory, combined with atomics.
#include <gputm.h>

#include <cstdint>

namespace {

constexpr uint32_t kBins = 16;

}  // namespace

KERNEL void histogram(const u8* pixels, u32 width, u32 height, u32* bins) {
  SHARED u32 counts[kBins * 32];  // a column of counters for each of 32 threads: shared memory has no atomics
  const u32 thread = thread_in_block();
  for (u32 bin = 0; bin < kBins; ++bin) counts[bin * 32 + thread] = 0;
  const Index3 at = grid_index();
  if (at.x < width && at.y < height) counts[pixels[at.y * width + at.x] / 16 * 32 + thread] += 1;
  barrier();
  if (thread < kBins) {
    u32 sum = 0;
    for (u32 i = 0; i < 32; ++i) sum += counts[thread * 32 + i];
    atomic_add(&bins[thread], sum);
  }
}
