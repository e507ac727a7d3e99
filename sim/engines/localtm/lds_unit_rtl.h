// RTL local memory (rtl/localtm/lds_tx_unit.sv) as a tm::LdsTransactionUnit.
#pragma once

#include <memory>

#include "engines/localtm/bank_options.h"
#include "engines/trace_window.h"
#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

/// Unit with 64 lanes, 4 wavefronts per work-group, 32 banks of 512 words, for `work_groups` work-groups,
/// 1..16. With a trace: a model with assertions and waves. Throws Error if the options are illegal, the unit
/// cannot be built or the file cannot be written, and in the tick after a failed assertion.
std::unique_ptr<tm::LdsTransactionUnit> make_lds_unit(const BankOptions& options,
                                                      const TraceWindow& trace = {},
                                                      unsigned work_groups = 1);

/// Factory of the unit
using MakeLdsUnit = tm::LdsTransactionUnit*(const tm::LdsSizes& sizes, const TraceWindow& trace);

}  // namespace gputm::engines::localtm
