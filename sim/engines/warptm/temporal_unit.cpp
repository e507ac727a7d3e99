#include "engines/warptm/temporal_unit.h"

#include <utility>

namespace gputm::engines::warptm {
namespace {

constexpr std::size_t kOperations = 16;
constexpr std::size_t kLookUps = 14;  // the other places are for writes

}  // namespace

TemporalUnit::TemporalUnit(tm::WordPort& words, const tm::CommitUnit& unit,
                           const kilo::UnitPositions& positions, std::unique_ptr<TemporalTable> table,
                           LoadStamps& stamps, unsigned granule_shift)
    : words_(words),
      unit_(unit),
      positions_(positions),
      table_(std::move(table)),
      stamps_(stamps),
      granule_shift_(granule_shift),
      operations_(kOperations),
      lookups_(kLookUps) {}

// The unit writes in commit-ID order, and an entry retires at its last write, so the writer is at the retire
// pointer.
void TemporalUnit::insert(Address address) {
  operations_.push(
      {.insert = true, .granule = address >> granule_shift_, .id = positions_.of(unit_.pointers().retire)});
}

void TemporalUnit::write(Address address, Word value) {
  insert(address);
  words_.write(address, value);
}

void TemporalUnit::write_block(Address address, std::uint8_t mask, const tm::MemoryBlock& values) {
  insert(address);
  words_.write_block(address, mask, values);
}

void TemporalUnit::load_served(std::uint32_t access, LaneMask lanes, Address line) {
  if (lookups_.full() || operations_.size() >= kLookUps) return;
  operations_.push({.insert = false, .granule = line >> granule_shift_, .id = positions_.retired()});
  lookups_.push({.access = access, .serial = stamps_.serial(access), .lanes = lanes});
}

void TemporalUnit::tick() {
  if (!operations_.empty() && table_->can_take()) {
    const Operation& operation = operations_.front();
    if (operation.insert) {
      table_->insert(operation.granule, operation.id);
    } else {
      table_->look_up(operation.granule, operation.id);
    }
    operations_.pop();
  }
  table_->tick(positions_.retired());
  answer_ = table_->answer();
}

void TemporalUnit::end_tick() {
  if (!answer_) return;
  const LookUp& asked = lookups_.front();
  stamps_.answer(asked.access, asked.serial, asked.lanes, *answer_);
  answer_.reset();
  lookups_.pop();
}

}  // namespace gputm::engines::warptm
