// Each thread adds one to two random counters in one transaction, so that their sum is even whenever others
// look.
#include <gputm.h>

KERNEL void histogram(u32* counters, u32 count) {
  u32 random = thread_id() * 2654435761u;
  u32* first = &counters[(random >> 8) % count];
  random = random * 1664525u + 1013904223u;
  u32* second = &counters[(random >> 8) % count];
  tx_begin();
  *first += 1;
  *second += 1;
  tx_commit();
}
