// Temporal table beside a commit unit: it observes the unit's writes to memory, so that it learns of each
// commit write before the value can be read, and gets a look-up for each transactional load after the read.
// One queue keeps both in order.
//
// A write waits for room in the queue. Some places are reserved for writes; a load without a free place is
// not looked up and has no answer.
#pragma once

#include <memory>
#include <optional>

#include "base/ring_queue.h"
#include "engines/kilo/unit_positions.h"
#include "engines/warptm/load_stamps.h"
#include "engines/warptm/temporal_table.h"
#include "tm/commit_unit.h"

namespace gputm::engines::warptm {

class TemporalUnit final : public tm::WordPort {
 public:
  /// `words`: port to memory. `unit`: commit unit that writes through this object, at `positions`.
  /// `granule_shift`: right shift from an address to its granule.
  TemporalUnit(tm::WordPort& words, const tm::CommitUnit& unit, const kilo::UnitPositions& positions,
               std::unique_ptr<TemporalTable> table, LoadStamps& stamps, unsigned granule_shift);

  /// A transactional load has read its values.
  void load_served(std::uint32_t access, LaneMask lanes, Address line);
  /// One cycle of the commit unit's clock, before the commit unit.
  void tick();
  /// Second part of that cycle: the answer reaches the core.
  void end_tick();
  bool idle() const { return operations_.empty() && lookups_.empty() && !table_->busy() && !answer_; }

  // tm::WordPort
  bool can_read() const override { return words_.can_read(); }
  Word read(Address address, std::uint32_t tag) override { return words_.read(address, tag); }
  std::optional<std::uint32_t> response() override { return words_.response(); }
  bool can_write() const override {
    return !operations_.full() && positions_.up_to_date() && words_.can_write();
  }
  void write(Address address, Word value) override;
  tm::MemoryBlock read_block(Address address, std::uint32_t tag) override {
    return words_.read_block(address, tag);
  }
  void write_block(Address address, std::uint8_t mask, const tm::MemoryBlock& values) override;
  std::uint64_t writes_answered() const override { return words_.writes_answered(); }

 private:
  struct Operation {
    bool insert = false;
    std::uint32_t granule = 0;
    tm::CommitId id = 0;  ///< position of the writer, or of the retire pointer
  };
  struct LookUp {
    std::uint32_t access = 0, serial = 0;
    LaneMask lanes = 0;
  };

  void insert(Address address);

  tm::WordPort& words_;
  const tm::CommitUnit& unit_;
  const kilo::UnitPositions& positions_;
  std::unique_ptr<TemporalTable> table_;
  LoadStamps& stamps_;
  unsigned granule_shift_;
  RingQueue<Operation> operations_;
  std::optional<Currency> answer_;  ///< to the oldest look-up
  RingQueue<LookUp> lookups_;       ///< in the queue, or looked up without an answer yet
};

}  // namespace gputm::engines::warptm
