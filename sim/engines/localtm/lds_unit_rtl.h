// RTL local memory (rtl/localtm/lds_tx_unit.sv) as a tm::LdsTransactionUnit.
#pragma once

#include <memory>
#include <string>

#include "engines/localtm/bank_options.h"
#include "engines/trace_window.h"
#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

/// Unit with 64 lanes, 4 wavefronts per work-group, 32 banks of 512 words. Throws Error for other sizes, with
/// the built-in options and numbers of work-groups; not all combinations are built in, since each is a
/// Verilated model. With a trace: a model with assertions and waves, of which there are two: the pipelined
/// and the paper's banks without options. Throws Error if the module of the model is not built, if the file
/// cannot be written, and in the tick after a failed assertion.
std::unique_ptr<tm::LdsTransactionUnit> make_lds_unit(const BankOptions& options,
                                                      const TraceWindow& trace = {},
                                                      unsigned work_groups = 1);

/// Factory of a module with a Verilated unit
using MakeLdsUnit = tm::LdsTransactionUnit*(const tm::LdsSizes& sizes, const TraceWindow& trace);

/// Text with the built-in options for the paper's or the pipelined banks: "none; exact; ...".
std::string built_in_options(bool paper);

}  // namespace gputm::engines::localtm
