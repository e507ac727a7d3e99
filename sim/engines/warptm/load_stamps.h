// Answers of the temporal tables for transactional loads in flight, by access: the partitions write them, the
// cores read them when the load is complete. In hardware this is a field of the load's reply; an answer that
// comes later is lost, and the load counts as one without an answer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engines/warptm/temporal_table.h"
#include "memory/access.h"

namespace gputm::engines::warptm {

class LoadStamps {
 public:
  struct Load {
    std::uint32_t serial = 0;  ///< number of loads that have used this handle
    LaneMask answered = 0;     ///< lanes with a known currency
    std::array<Currency, kMaxLanes> of_lane;
  };

  explicit LoadStamps(unsigned cores) : loads_(cores) {}

  /// A load is issued with this handle. Pending look-ups of its previous load are dropped.
  void begin(std::uint32_t access) {
    std::vector<Load>& loads = loads_[memory::core_of_handle(access)];
    const std::uint32_t index = memory::index_in_core(access);
    if (index >= loads.size()) loads.resize(index + 1);
    ++loads[index].serial;
    loads[index].answered = 0;
  }
  /// Serial number of the load that uses the handle now.
  std::uint32_t serial(std::uint32_t access) const {
    const std::vector<Load>& loads = loads_[memory::core_of_handle(access)];
    const std::uint32_t index = memory::index_in_core(access);
    return index < loads.size() ? loads[index].serial : 0;
  }
  void answer(std::uint32_t access, std::uint32_t serial, LaneMask lanes, const Currency& currency) {
    if (serial == 0 || this->serial(access) != serial) return;
    Load& load = loads_[memory::core_of_handle(access)][memory::index_in_core(access)];
    load.answered |= lanes;
    for_each_lane(lanes, [&](unsigned lane) { load.of_lane[lane] = currency; });
  }
  const Load& of(std::uint32_t access) const {
    return loads_[memory::core_of_handle(access)][memory::index_in_core(access)];
  }

 private:
  std::vector<std::vector<Load>> loads_;  ///< by core
};

}  // namespace gputm::engines::warptm
