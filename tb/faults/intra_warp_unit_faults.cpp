// The intra-warp unit beside the two phases of the paper on a table without banks: other lanes that abort are
// wrong, except for all but the lowest after a reported loss.
#include "Vintra_warp_unit_none.h"
#include "Vintra_warp_unit_none_sites.h"
#include "Vintra_warp_unit_parity.h"
#include "Vintra_warp_unit_parity_sites.h"
#include "Vintra_warp_unit_secded.h"
#include "Vintra_warp_unit_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/warptm/intra_warp_unit/intra_warp_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 20'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    UnitBench<Faulty<Model>> bench(kSmall, rng);
    for (unsigned i = 0; i < 30 && !bench.failure(); ++i) bench.run(random_warp(rng, kSmall), true);
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> intra_warp_unit_subjects() {
  return {faulty_subject<Vintra_warp_unit_none>("intra_warp_unit/none", run<Vintra_warp_unit_none>),
          faulty_subject<Vintra_warp_unit_parity>("intra_warp_unit/parity", run<Vintra_warp_unit_parity>),
          faulty_subject<Vintra_warp_unit_secded>("intra_warp_unit/secded", run<Vintra_warp_unit_secded>)};
}

}  // namespace gputm::tb
