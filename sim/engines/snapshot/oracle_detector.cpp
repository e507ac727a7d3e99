#include "engines/snapshot/oracle_detector.h"

namespace gputm::engines::snapshot {

tm::SnapshotHistory::Serial OracleDetector::serial(Slot slot, Position snapshot) {
  auto& serial = serials_[slot];
  if (!serial) serial = graph_.begin(snapshot);
  return *serial;
}

bool OracleDetector::access(Slot slot, Position snapshot, Address word, bool write) {
  const tm::SnapshotHistory::Serial transaction = serial(slot, snapshot);
  const std::uint32_t block = word / static_cast<Address>(sizeof(Word));
  if (write) {
    graph_.write(transaction, block);
  } else {
    graph_.read(transaction, block);
  }
  if (!graph_.meets_others(transaction, block) || !graph_.on_cycle(transaction)) return true;
  aborted(slot);
  return false;
}

void OracleDetector::commit(Slot slot, Position snapshot) {
  graph_.commit(serial(slot, snapshot));
  serials_[slot].reset();
  listener().commit_answered(slot, true);
}

void OracleDetector::aborted(Slot slot) {
  if (!serials_[slot]) return;
  graph_.abort(*serials_[slot]);
  serials_[slot].reset();
}

}  // namespace gputm::engines::snapshot
