// The ideal TM's commit: a transaction passes when every value it read is still current, and its writes are
// published in the same instant. Detection costs nothing; aborts are real.
#pragma once

#include "tm/system.h"

namespace gputm::engines {

class ValueCommit final : public tm::InstantCommit {
 public:
  bool commit(std::span<const tm::LogEntry> reads, std::span<const tm::LogEntry> writes,
              memory::BackingStore& memory) override;
};

}  // namespace gputm::engines
