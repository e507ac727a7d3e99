// User settings of `gputm snapshot`, by key (--set). Depends only on base/, as the
// command line does.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/settings.h"
#include "base/types.h"

namespace gputm::app {

/// Settings of a stream of transactions and of its dependency unit
struct StreamSettings {
  unsigned threads = 1;
  unsigned transactions = 1;  ///< transactions per thread
  unsigned size = 0;          ///< initial size of the structure
  unsigned gap = 0;
  Cycle max_stuck_cycles = 20'000'000;
  bool pushing = true;
};

std::span<const SettingKey<StreamSettings>> stream_keys();

/// Applies "key=value" settings in order. Throws ConfigError.
void apply_settings(StreamSettings& settings, const std::vector<std::string>& texts);

}  // namespace gputm::app
