// Write set of a warp at one partition. It makes two round trips: to be checked, and to be written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/types.h"
#include "engines/snapshot/versions.h"

namespace gputm::engines::snapshot {

struct WriteSet {
  struct Entry {
    Address word = 0;
    unsigned lane = 0;
    Word value = 0;
  };
  unsigned core = 0;
  unsigned warp = 0;
  unsigned partition = 0;
  std::vector<Entry> words;
  LaneMask passed = 0;   ///< lanes with words to write, once decided
  bool decided = false;  ///< on its second round trip
  // Only with versions in separate rows:
  unsigned number = 0;      ///< number in the partition's commit unit
  std::uint64_t batch = 0;  ///< batch of commits that form a version, once decided
  Position end = 0;         ///< once decided: position of the version that has the set
  bool again = false;       ///< the commit unit has requested the words again

  bool passes(const Entry& entry) const { return ((passed >> entry.lane) & 1) != 0; }
  bool is_written() const {
    return std::ranges::any_of(words, [this](const Entry& entry) { return passes(entry); });
  }
  /// Lanes with words in the set.
  LaneMask lanes() const {
    LaneMask lanes = 0;
    for (const Entry& entry : words) lanes |= LaneMask{1} << entry.lane;
    return lanes;
  }
};

/// Pool of write sets; packets hold their handles.
class WriteSets {
 public:
  std::uint32_t allocate() {
    if (free_.empty()) {
      sets_.emplace_back();
      return static_cast<std::uint32_t>(sets_.size() - 1);
    }
    const std::uint32_t handle = free_.back();
    free_.pop_back();
    return handle;
  }
  void release(std::uint32_t handle) {
    sets_[handle].words.clear();
    sets_[handle].decided = sets_[handle].again = false;
    free_.push_back(handle);
  }
  WriteSet& operator[](std::uint32_t handle) { return sets_[handle]; }

 private:
  std::vector<WriteSet> sets_;
  std::vector<std::uint32_t> free_;
};

}  // namespace gputm::engines::snapshot
