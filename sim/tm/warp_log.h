// Log of a warp's transactions, warp-wide as KILO TM keeps it in local memory (MICRO paper, section 4.4): an
// access by any lane appends one row, with void entries for inactive lanes.
#pragma once

#include <array>
#include <vector>

#include "base/types.h"
#include "tm/history.h"

namespace gputm::tm {

/// Rows are recycled: a log allocates only while it grows to its maximum length.
class WarpLog {
 public:
  struct Row {
    LaneMask valid = 0;  ///< lanes with a valid (not void) entry
    std::array<Address, kMaxLanes> address;
    std::array<Word, kMaxLanes> value;
  };

  unsigned size() const { return size_; }
  Row& operator[](unsigned row) { return rows_[row]; }
  const Row& operator[](unsigned row) const { return rows_[row]; }
  Row& append() {
    if (size_ == rows_.size()) rows_.emplace_back();
    Row& row = rows_[size_++];
    row.valid = 0;
    return row;
  }
  void clear() { size_ = 0; }
  /// Newest value that `lane` logged for the aligned word `address`, or nullptr.
  const Word* find(unsigned lane, Address address) const {
    for (unsigned i = size_; i-- > 0;) {
      const Row& row = rows_[i];
      if (((row.valid >> lane) & 1) != 0 && row.address[lane] == address) return &row.value[lane];
    }
    return nullptr;
  }
  /// Appends the lane's entries in program order.
  void gather(unsigned lane, std::vector<LogEntry>& out) const {
    for (unsigned i = 0; i < size_; ++i) {
      const Row& row = rows_[i];
      if (((row.valid >> lane) & 1) != 0) out.push_back({row.address[lane], row.value[lane]});
    }
  }

 private:
  std::vector<Row> rows_;
  unsigned size_ = 0;
};

/// Reads and writes of the current attempts of a warp's lanes. The TM system maintains them; the core counts
/// them and passes them to the history when an attempt ends.
struct WarpLogs {
  WarpLog reads;  ///< without reads of own writes
  WarpLog writes;
};

}  // namespace gputm::tm
