// Points of a sweep: named runs of gputm.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/sweep/sweep_file.h"

namespace gputm::app {

struct SweepPoint {
  /// Name of the point and of its file: "ht-h,kilo,fx5800,kilo.warp_limit=2,seed=1".
  std::string id;
  std::string workload;
  std::string system;
  std::string machine;  ///< built-in name, or a file
  std::string variant;  ///< "" if the sweep has none
  Settings keys;        ///< keys varied by the sweep
  Settings settings;    ///< all settings: those of the size and the variant, and the keys
  std::uint32_t seed = 1;

  /// Arguments of its run after `gputm`.
  std::vector<std::string> arguments() const;
  /// All inputs of its result except gputm itself, including the text of the machine's file.
  std::string definition() const;
  /// Properties that distinguish the point, for readers of the results.
  nlohmann::ordered_json description() const;
};

/// All points: workloads, variants, systems, machines and seeds in list order, keys by name. A point of
/// several products is listed once. `size`: a size of the file, or "full". Throws ConfigError.
std::vector<SweepPoint> points_of(const SweepFile& sweep, std::string_view size);

}  // namespace gputm::app
