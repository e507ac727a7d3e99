// GETM's access unit beside its model, which decides the same accesses. Four rows, a stash of three and eight
// buckets: the tables are full.
#include "Vaccess_unit_none.h"
#include "Vaccess_unit_none_sites.h"
#include "Vaccess_unit_parity.h"
#include "Vaccess_unit_parity_sites.h"
#include "Vaccess_unit_secded.h"
#include "Vaccess_unit_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/getm/access_unit/access_traffic.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 50'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    access_unit_test::AccessBench<Faulty<Model>> bench(access_unit_test::kSmall,
                                                       access_unit_test::kStallEntries);
    access_unit_test::run(bench, rng, 300);
    if (bench.failure() && bench.failure()->find("nothing moves") != std::string::npos) throw NoEnd();
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> access_unit_subjects() {
  return {faulty_subject<Vaccess_unit_none>("access_unit/none", run<Vaccess_unit_none>),
          faulty_subject<Vaccess_unit_parity>("access_unit/parity", run<Vaccess_unit_parity>),
          faulty_subject<Vaccess_unit_secded>("access_unit/secded", run<Vaccess_unit_secded>)};
}

}  // namespace gputm::tb
