// User settings of `gputm snapshot` and `gputm localtm`, by key (--set). Depends only on base/, as the
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

/// Settings of a local-memory workload and of its banks
struct LocaltmSettings {
  unsigned instruction_cycles = 4;
  Cycle max_stuck_cycles = 200'000;
  bool exact = false;
  bool shared_readers = false;
  bool migratory = false;
  unsigned undo_entries = 0;
  bool work_item_lists = false;
  bool stall_leaving = false;
  unsigned epochs = 0;
  bool row_serial = false;
  bool staged = false;
};

std::span<const SettingKey<StreamSettings>> stream_keys();
std::span<const SettingKey<LocaltmSettings>> localtm_keys();

/// Applies "key=value" settings in order. Throws ConfigError.
void apply_settings(StreamSettings& settings, const std::vector<std::string>& texts);
void apply_settings(LocaltmSettings& settings, const std::vector<std::string>& texts);

}  // namespace gputm::app
