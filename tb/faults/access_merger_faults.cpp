// Merged accesses between a commit unit and an L2: a word answered that was not there, a lost or second
// answer, and another write than those of the logs are wrong.
#include "Vaccess_merger_none.h"
#include "Vaccess_merger_none_sites.h"
#include "Vaccess_merger_parity.h"
#include "Vaccess_merger_parity_sites.h"
#include "Vaccess_merger_secded.h"
#include "Vaccess_merger_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/warptm/access_merger/merger_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 10'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    return run_merger<Faulty<Model>>(2000, rng);
  });
}

}  // namespace

std::vector<Subject> access_merger_subjects() {
  return {faulty_subject<Vaccess_merger_none>("access_merger/none", run<Vaccess_merger_none>),
          faulty_subject<Vaccess_merger_parity>("access_merger/parity", run<Vaccess_merger_parity>),
          faulty_subject<Vaccess_merger_secded>("access_merger/secded", run<Vaccess_merger_secded>)};
}

}  // namespace gputm::tb
