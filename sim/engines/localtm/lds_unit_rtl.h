// The RTL local memory (rtl/localtm/lds_tx_unit.sv) as a tm::LdsTransactionUnit.
#pragma once

#include <memory>
#include <string>

#include "engines/localtm/bank_options.h"
#include "engines/trace_window.h"
#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

/// 64 lanes, 4 wavefronts a work-group, 32 banks of 512 words. Throws Error, with the options and numbers of
/// work-groups that are built in, for others; not all are, since each is a Verilated model.
/// With a trace: the models with assertions and waves, of which there are two, the pipelined and the paper's
/// banks without options. Throws Error when the module of the model is not built, when the file cannot be
/// written, and in a tick after an assertion has failed.
std::unique_ptr<tm::LdsTransactionUnit> make_lds_unit(const BankOptions& options,
                                                      const TraceWindow& trace = {},
                                                      unsigned work_groups = 1);

/// The factory of a module with a Verilated unit.
using MakeLdsUnit = tm::LdsTransactionUnit*(const tm::LdsSizes& sizes, const TraceWindow& trace);

/// The options that are built in for the paper's or the pipelined banks, for people: "none; exact; ...".
std::string built_in_options(bool paper);

}  // namespace gputm::engines::localtm
