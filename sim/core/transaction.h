// A warp's transactions: one per lane, all in the same attempt. Logs are kept warp-wide as KILO TM keeps them
// in local memory (MICRO paper, section 4.4): an access by any lane appends one row, void for the lanes that
// take no part.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/types.h"
#include "core/write_filter.h"
#include "isa/warp_registers.h"
#include "tm/history.h"
#include "tm/types.h"

namespace gputm::core {

/// Warp-wide log; rows are recycled, so a log allocates only while it grows to its longest.
class WarpLog {
 public:
  struct Row {
    LaneMask valid = 0;  ///< lanes whose entry is not void
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
  void gather(unsigned lane, std::vector<tm::LogEntry>& out) const {
    for (unsigned i = 0; i < size_; ++i) {
      const Row& row = rows_[i];
      if (((row.valid >> lane) & 1) != 0) out.push_back({row.address[lane], row.value[lane]});
    }
  }

 private:
  std::vector<Row> rows_;
  unsigned size_ = 0;
};

/// One word of private memory as it was before a store inside the transaction.
struct PrivateUndo {
  unsigned lane = 0;
  Address physical = 0;
  Word before = 0;
};

struct Transaction {
  Transaction(unsigned width, unsigned write_filter_bits)
      : snapshot(width), write_filter(width, write_filter_bits) {}

  isa::WarpRegisters snapshot;  ///< registers at tx.begin, restored to lanes that abort
  WarpLog reads;
  WarpLog writes;
  WriteFilter write_filter;       ///< of the words in `writes`
  std::vector<PrivateUndo> undo;  ///< oldest first
  std::array<std::uint32_t, kMaxLanes>
      nesting{};  ///< tx.begin minus tx.commit of each lane inside the outermost
  std::array<std::uint32_t, kMaxLanes>
      attempts{};          ///< attempts that the lane's thread made before the current one
  LaneMask inside = 0;     ///< lanes that executed tx.begin
  LaneMask lanes = 0;      ///< of these, lanes of the current attempt
  LaneMask undecided = 0;  ///< of these, lanes without an outcome (while committing or validating)
  LaneMask failed = 0;     ///< of these, lanes that failed
  Address commit_pc = 0;   ///< of the tx.commit being executed
  Cycle attempt_start = 0;
  Cycle attempt_cycles = 0;  ///< executing the current attempt, waits for concurrency control left out
  LaneMask bad_lanes = 0;    ///< lanes that used an address or log space that does not exist
  std::string bad_access;    ///< what they did, in words
};

}  // namespace gputm::core
