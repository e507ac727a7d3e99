// The dependency unit beside its model; committed transactions must have a serial order. 16 transactions,
// tables that overflow at times.
#include "Vdependency_unit_none.h"
#include "Vdependency_unit_none_sites.h"
#include "Vdependency_unit_parity.h"
#include "Vdependency_unit_parity_sites.h"
#include "Vdependency_unit_secded.h"
#include "Vdependency_unit_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/snapshot/dependency_unit/dependency_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  constexpr unsigned kTxns = 16, kTimestampBits = 24;
  constexpr std::uint64_t kLastCommit = (std::uint64_t{1} << 24) - 1;
  return faulty_run(fault, 60'000, [&]() -> std::optional<std::string> {
    post_dating::Rules rules;
    rules.propagation_depth = 16;
    rules.last_timestamp = (1 << kTimestampBits) - 2;
    Rng rng(seed);
    DependencyBench<Faulty<Model>> bench(kTxns, kLastCommit, rules, rng);
    bench.run({.operations = 500,
               .running = seed % 2 == 0 ? 12u : 6u,
               .blocks = seed % 2 == 0 ? 50u : 16u,
               .accesses = seed % 2 == 0 ? 10u : 5u,
               .stalls = seed % 3 != 0});
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> dependency_unit_subjects() {
  return {faulty_subject<Vdependency_unit_none>("dependency_unit/none", run<Vdependency_unit_none>),
          faulty_subject<Vdependency_unit_parity>("dependency_unit/parity", run<Vdependency_unit_parity>),
          faulty_subject<Vdependency_unit_secded>("dependency_unit/secded", run<Vdependency_unit_secded>)};
}

}  // namespace gputm::tb
