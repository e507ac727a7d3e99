// The snapshot commit unit between warps, a version index table and an L2. Four sets of eight words.
#include "Vsnapshot_commit_unit_none.h"
#include "Vsnapshot_commit_unit_none_sites.h"
#include "Vsnapshot_commit_unit_parity.h"
#include "Vsnapshot_commit_unit_parity_sites.h"
#include "Vsnapshot_commit_unit_secded.h"
#include "Vsnapshot_commit_unit_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/snapshot/snapshot_commit_unit/random_warps.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 40'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    RandomWarps<Faulty<Model>> warps(rng);
    warps.run(2000);
    if (!warps.bench().failure() && warps.bench().undone() != 0) return "a commit is not done";
    return warps.bench().failure();
  });
}

}  // namespace

std::vector<Subject> snapshot_commit_unit_subjects() {
  return {faulty_subject<Vsnapshot_commit_unit_none>("snapshot_commit_unit/none",
                                                     run<Vsnapshot_commit_unit_none>),
          faulty_subject<Vsnapshot_commit_unit_parity>("snapshot_commit_unit/parity",
                                                       run<Vsnapshot_commit_unit_parity>),
          faulty_subject<Vsnapshot_commit_unit_secded>("snapshot_commit_unit/secded",
                                                       run<Vsnapshot_commit_unit_secded>)};
}

}  // namespace gputm::tb
