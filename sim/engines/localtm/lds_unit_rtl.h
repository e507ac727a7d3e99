// The RTL local memory (rtl/localtm/lds_tx_unit.sv) as a tm::LdsTransactionUnit.
#pragma once

#include <memory>

#include "engines/localtm/bank_options.h"
#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

/// 64 lanes, 4 wavefronts of one work-group, 32 banks of 512 words. Throws Error, with the options that are
/// built in, for others; not all are, since each is a Verilated model.
std::unique_ptr<tm::LdsTransactionUnit> make_lds_unit(const BankOptions& options);

}  // namespace gputm::engines::localtm
