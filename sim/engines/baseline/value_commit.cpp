#include "engines/baseline/value_commit.h"

#include <algorithm>

namespace gputm::engines {

bool ValueCommit::commit(std::span<const tm::LogEntry> reads, std::span<const tm::LogEntry> writes,
                         memory::BackingStore& memory) {
  const memory::BackingStore& current = memory;
  const bool valid = std::all_of(reads.begin(), reads.end(), [&](const tm::LogEntry& read) {
    return current.word(read.address) == read.value;
  });
  if (!valid) return false;
  for (const tm::LogEntry& write : writes) memory.word(write.address) = write.value;
  return true;
}

}  // namespace gputm::engines
