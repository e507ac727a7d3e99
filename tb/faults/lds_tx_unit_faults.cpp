// GPU-LocalTM's unit beside its model, which predicts every answer; a random program of transactions that
// meet in few words, as in the unit's test.
#include "Vlds_tx_unit_none.h"
#include "Vlds_tx_unit_none_sites.h"
#include "Vlds_tx_unit_parity.h"
#include "Vlds_tx_unit_parity_sites.h"
#include "Vlds_tx_unit_secded.h"
#include "Vlds_tx_unit_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/localtm/lds_tx_unit/unit_sizes.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 100'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    CheckedLds<Faulty<Model>> unit(small_unit(engines::localtm::BankOptions{}), &rng);
    const RandomRun result = random_run(unit, rng, 50'000);
    if (unit.failure()) return unit.failure();
    if (result.verdict.find("does not answer") != std::string::npos || result.verdict.starts_with("stuck"))
      throw NoEnd();
    if (result.verdict != "pass") return result.verdict;
    if (unit.release_is_due()) return "a release is missing";
    if (result.counts.lane_commits != result.expected_commits) return "a commit is missing";
    return std::nullopt;
  });
}

}  // namespace

std::vector<Subject> lds_tx_unit_subjects() {
  return {faulty_subject<Vlds_tx_unit_none>("lds_tx_unit/none", run<Vlds_tx_unit_none>),
          faulty_subject<Vlds_tx_unit_parity>("lds_tx_unit/parity", run<Vlds_tx_unit_parity>),
          faulty_subject<Vlds_tx_unit_secded>("lds_tx_unit/secded", run<Vlds_tx_unit_secded>)};
}

}  // namespace gputm::tb
