// The points of a sweep: runs of gputm, each with a name.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/sweep/sweep_file.h"

namespace gputm::app {

struct SweepPoint {
  /// Its name, also that of its file: "ht-h,kilo,fx5800,kilo.warp_limit=2,seed=1".
  std::string id;
  std::string workload;
  std::string system;
  std::string machine;  ///< a name that comes with gputm, or a file
  std::string variant;  ///< "" when the sweep has none
  Settings keys;        ///< those that the sweep varies
  Settings settings;    ///< all: the size's, the variant's, the keys
  std::uint32_t seed = 1;

  /// What follows `gputm` on the command line of its run.
  std::vector<std::string> arguments() const;
  /// All that its result depends on, but for gputm itself: with the text of the machine's file.
  std::string definition() const;
  /// What tells the point from others, for who reads the results.
  nlohmann::ordered_json description() const;
};

/// All points: workloads, variants, systems, machines and seeds in the order of the lists, keys by name. A
/// point that several products have is there once. `size`: one of the file's, or "full". Throws ConfigError.
std::vector<SweepPoint> points_of(const SweepFile& sweep, std::string_view size);

}  // namespace gputm::app
