// Interface of the GPU model to a partition's temporal table (docs/warptm.md). The implementation wraps
// Verilated RTL (rtl/warptm/temporal_table.sv).
#pragma once

#include <cstdint>
#include <optional>

#include "tm/commit_messages.h"

namespace gputm::engines::warptm {

/// Serial positions at which a loaded value was current. Position p is the point just before commit ID p.
struct Currency {
  tm::CommitId first = 0, last = 0;  ///< none if `last` is before `first`
};

class TemporalTable {
 public:
  virtual ~TemporalTable() = default;

  /// Whether the table accepts another operation; operations act in the order in which they are given.
  virtual bool can_take() const = 0;
  virtual void insert(std::uint32_t granule, tm::CommitId writer) = 0;
  /// `retired`: retire pointer when the load read its value. Answers come in order, each once.
  virtual void look_up(std::uint32_t granule, tm::CommitId retired) = 0;
  virtual std::optional<Currency> answer() = 0;

  /// One cycle of the commit unit's clock; `retired`: the commit unit's retire pointer. Cheap when idle.
  virtual void tick(tm::CommitId retired) = 0;
  virtual bool busy() const = 0;
};

}  // namespace gputm::engines::warptm
