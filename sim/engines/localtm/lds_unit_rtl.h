// The RTL local memory (rtl/localtm/lds_tx_unit.sv) as a tm::LdsTransactionUnit.
#pragma once

#include <memory>

#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

/// Parameter sets that are built in: 64 lanes, 4 wavefronts of one work-group, 32 banks of 512 words, 8-bit
/// filters.
enum class LdsVariant {
  kPipelined,  ///< banks take an access a cycle
  kPaper,      ///< banks as the paper's, with one port
  kExact       ///< pipelined; conflicts by owners instead of filters
};

std::unique_ptr<tm::LdsTransactionUnit> make_lds_unit(LdsVariant variant);

}  // namespace gputm::engines::localtm
