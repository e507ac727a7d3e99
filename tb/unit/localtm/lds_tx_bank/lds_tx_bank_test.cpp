// lds_tx_bank: the implementation that its parameter selects.
#include "Vtx_bank_paper.h"
#include "Vtx_bank_pipelined.h"
#include "unit/localtm/common/bank_cases.h"

namespace gputm::tb {
namespace {

using Variants =
    testing::Types<BankVariant<Vtx_bank_pipelined>, BankVariant<Vtx_bank_paper, BankSizes{.paper = true}>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Selected, Bank, Variants);

}  // namespace
}  // namespace gputm::tb
