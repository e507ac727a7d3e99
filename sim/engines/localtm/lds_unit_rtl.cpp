#include "engines/localtm/lds_unit_rtl.h"

#include "Vlds_unit_exact.h"
#include "Vlds_unit_paper.h"
#include "Vlds_unit_pipelined.h"
#include "engines/localtm/verilated_lds_unit.h"

namespace gputm::engines::localtm {

std::unique_ptr<tm::LdsTransactionUnit> make_lds_unit(LdsVariant variant) {
  tm::LdsSizes sizes;
  if (variant == LdsVariant::kPaper) sizes.tx_rows = 227;
  switch (variant) {
    case LdsVariant::kPaper:
      return std::make_unique<VerilatedLdsUnit<Vlds_unit_paper>>(sizes);
    case LdsVariant::kExact:
      return std::make_unique<VerilatedLdsUnit<Vlds_unit_exact>>(sizes);
    case LdsVariant::kPipelined:
      break;
  }
  return std::make_unique<VerilatedLdsUnit<Vlds_unit_pipelined>>(sizes);
}

}  // namespace gputm::engines::localtm
