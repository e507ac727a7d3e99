// Answers of the temporal tables for transactional loads in flight, by access: the partitions write them, the
// cores read them when the load is complete. In hardware this is a field of the load's reply; an answer that
// comes later is lost, and the load counts as one without an answer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engines/warptm/temporal_table.h"

namespace gputm::engines::warptm {

class LoadStamps {
 public:
  struct Load {
    std::uint32_t serial = 0;  ///< number of loads that have used this handle
    LaneMask answered = 0;     ///< lanes with a known currency
    std::array<Currency, kMaxLanes> of_lane;
  };

  /// A load is issued with this handle. Pending look-ups of its previous load are dropped.
  void begin(std::uint32_t access) {
    if (access >= loads_.size()) loads_.resize(access + 1);
    ++loads_[access].serial;
    loads_[access].answered = 0;
  }
  /// Serial number of the load that uses the handle now.
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
