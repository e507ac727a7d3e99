// Buffer usage of a commit unit's entries (MICRO 2011 paper, section 6.4): sizes of the read and write sets
// in words, and number of buffers taken under each of the paper's allocation schemes. Observer only,
// independent of the unit's own scheme and size.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/statistics.h"
#include "engines/kilo/allocation.h"
#include "engines/kilo/commit_unit_around.h"

namespace gputm::engines::kilo {

/// Totals of one commit unit
struct BufferTotals {
  static constexpr std::array<unsigned, 8> kSizes{1, 2, 4, 8, 16, 32, 64, 128};
  template <typename T>
  using EachAllocation = std::array<T, static_cast<std::size_t>(Allocation::kCount)>;

  std::uint64_t cycles = 0;                               ///< commit unit cycles
  EachAllocation<std::uint64_t> buffer_cycles{};          ///< buffers taken, summed over cycles
  EachAllocation<std::uint64_t> most{};                   ///< maximum number of buffers taken at a time
  std::uint64_t entries = 0;                              ///< retired entries with a log
  std::array<std::uint64_t, kSizes.size()> read_sets{};   ///< of these, with at most kSizes[i] words
  std::array<std::uint64_t, kSizes.size()> write_sets{};  ///< of these, with at most kSizes[i] written words

  void add_to(Statistics& statistics) const;
};

class BufferUsage final : public CommitUnitAround {
 public:
  /// `totals` must outlive this.
  BufferUsage(std::unique_ptr<tm::CommitUnit> unit, BufferTotals& totals);

  void fill(const tm::FillWord& beat) override;
  void control(const tm::ControlWord& beat) override;
  void pop_reply() override;
  void tick(tm::WordPort& memory) override;

 private:
  struct Entry {
    std::uint16_t reads = 0, writes = 0;  ///< words; those of resent logs count once
    bool log = false;                     ///< has a log here
    bool reads_needed = false;            ///< still needs its read-set buffer
    bool writes_needed = false;
  };
  /// Ring entries are identified by commit ID.
  static constexpr std::size_t kIds = std::size_t{1} << 16;

  std::uint64_t& taken(Allocation allocation) { return taken_[static_cast<std::size_t>(allocation)]; }
  void add_word(Entry& entry, tm::FillWord::Kind kind);
  void release(bool& needed);
  void retire(Entry& entry);

  BufferTotals& totals_;
  BufferTotals::EachAllocation<std::uint64_t> taken_{};
  tm::CommitId oldest_;  ///< oldest ID that has not retired
  std::vector<Entry> entries_ = std::vector<Entry>(kIds);
};

}  // namespace gputm::engines::kilo
