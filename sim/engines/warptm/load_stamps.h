// What the temporal tables say of transactional loads under way, by access: the partitions write, the cores
// read it when the load is complete. In hardware it is a field of the load's reply; a look-up whose answer
// has not come by then is lost, and the load counts as one without an answer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engines/warptm/temporal_table.h"

namespace gputm::engines::warptm {

class LoadStamps {
 public:
  struct Load {
    std::uint32_t serial = 0;  ///< of the loads that have had this handle
    LaneMask answered = 0;     ///< lanes with a currency
    std::array<Currency, kMaxLanes> of_lane;
  };

  /// A load is issued with this handle. What is still looked up for the one that had it before is lost.
  void begin(std::uint32_t access) {
    if (access >= loads_.size()) loads_.resize(access + 1);
    ++loads_[access].serial;
    loads_[access].answered = 0;
  }
  /// Which load has the handle now.
  std::uint32_t serial(std::uint32_t access) const {
    return access < loads_.size() ? loads_[access].serial : 0;
  }
  void answer(std::uint32_t access, std::uint32_t serial, LaneMask lanes, const Currency& currency) {
    if (serial == 0 || this->serial(access) != serial) return;
    Load& load = loads_[access];
    load.answered |= lanes;
    for_each_lane(lanes, [&](unsigned lane) { load.of_lane[lane] = currency; });
  }
  const Load& of(std::uint32_t access) const { return loads_[access]; }

 private:
  std::vector<Load> loads_;
};

}  // namespace gputm::engines::warptm
