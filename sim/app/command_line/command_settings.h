// What `gputm snapshot` and `gputm localtm` let users set, key by key (--set). Depends on base/ alone, as the
// command line does.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/settings.h"
#include "base/types.h"

namespace gputm::app {

/// Of a stream of transactions and the dependency unit that it runs through.
struct StreamSettings {
  unsigned threads = 1;
  unsigned transactions = 1;  ///< of each thread
  unsigned size = 0;          ///< of the structure at the start
  unsigned gap = 0;
  Cycle max_stuck_cycles = 20'000'000;
  bool pushing = true;
};

/// Of a local-memory workload and the banks that it runs on.
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

/// Applies "key=value" settings in their order. Throws ConfigError.
void apply_settings(StreamSettings& settings, const std::vector<std::string>& texts);
void apply_settings(LocaltmSettings& settings, const std::vector<std::string>& texts);

}  // namespace gputm::app
