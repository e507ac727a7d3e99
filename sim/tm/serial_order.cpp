#include "tm/serial_order.h"

#include <utility>

namespace gputm::tm {
namespace {

std::uint32_t block_of(Address address) { return address / static_cast<Address>(sizeof(Word)); }

}  // namespace

SerialOrder::SerialOrder(std::uint64_t first, Next next)
    : first_(first),
      next_(std::move(next)),
      history_([this](SnapshotHistory::Serial serial) { hand_on(serial); }) {}

void SerialOrder::commit(const Attempt& attempt) {
  const SnapshotHistory::Serial serial = history_.begin(attempt.snapshot - first_);
  if (serial >= kept_.size()) kept_.resize(serial + 1);
  Kept& kept = kept_[serial];
  kept.thread = attempt.thread;
  kept.number = attempt.number;
  kept.reads.assign(attempt.reads.begin(), attempt.reads.end());
  kept.writes.assign(attempt.writes.begin(), attempt.writes.end());
  for (const LogEntry& read : attempt.reads) history_.read(serial, block_of(read.address));
  for (const LogEntry& write : attempt.writes) history_.write(serial, block_of(write.address));
  history_.name(serial,
                "thread " + std::to_string(attempt.thread) + " attempt " + std::to_string(attempt.number));
  history_.commit(serial);
}

void SerialOrder::finish() {
  history_.snapshots_from(SnapshotHistory::kPresent);
  history_.settle();
}

void SerialOrder::hand_on(SnapshotHistory::Serial serial) {
  const Kept& kept = kept_[serial];
  next_({.thread = kept.thread,
         .number = kept.number,
         .committed = true,
         .order = order_++,
         .reads = kept.reads,
         .writes = kept.writes});
}

}  // namespace gputm::tm
