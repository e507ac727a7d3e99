// The post-dating unit beside its model. Eight slots with former occupants, timestamps of eight bits.
#include "Vpost_dating_unit_none.h"
#include "Vpost_dating_unit_none_sites.h"
#include "Vpost_dating_unit_parity.h"
#include "Vpost_dating_unit_parity_sites.h"
#include "Vpost_dating_unit_secded.h"
#include "Vpost_dating_unit_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/snapshot/post_dating_unit/random_requests.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  constexpr UnitShape kShape{
      .slots = 8, .timestamp_bits = 8, .propagation_depth = 3, .propagation_successors = 2};
  return faulty_run(fault, 50'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    PostDatingBench<Faulty<Model>> bench(kShape);
    RandomRequests<Faulty<Model>> requests(bench, kShape.slots, rng);
    requests.run(1000);
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> post_dating_unit_subjects() {
  return {faulty_subject<Vpost_dating_unit_none>("post_dating_unit/none", run<Vpost_dating_unit_none>),
          faulty_subject<Vpost_dating_unit_parity>("post_dating_unit/parity", run<Vpost_dating_unit_parity>),
          faulty_subject<Vpost_dating_unit_secded>("post_dating_unit/secded", run<Vpost_dating_unit_secded>)};
}

}  // namespace gputm::tb
