// Values of loads of global memory.
#pragma once

#include "base/types.h"
#include "memory/access.h"
#include "memory/backing_store.h"
#include "tm/history_log.h"

namespace gputm::core {

/// Performs lanes of a load: takes their values from memory and, outside of transactions, reports them to the
/// log of the history (nullptr: none).
void perform_load(memory::WarpAccess& access, LaneMask lanes, const memory::BackingStore& memory,
                  tm::HistoryLog* history);

}  // namespace gputm::core
