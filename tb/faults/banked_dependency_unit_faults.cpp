// The dependency unit with four banks beside its model. 16 transactions, tables that overflow at times.
#include "Vbanked_dependency_unit_none.h"
#include "Vbanked_dependency_unit_none_sites.h"
#include "Vbanked_dependency_unit_parity.h"
#include "Vbanked_dependency_unit_parity_sites.h"
#include "Vbanked_dependency_unit_secded.h"
#include "Vbanked_dependency_unit_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/snapshot/banked_dependency_unit/banked_bench.h"

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
    BankedBench<Faulty<Model>, 4> bench(kTxns, kLastCommit, rules, rng);
    bench.run({.operations = 500,
               .running = seed % 2 == 0 ? 12u : 6u,
               .blocks = seed % 2 == 0 ? 50u : 16u,
               .accesses = seed % 2 == 0 ? 10u : 5u,
               .stalls = seed % 3 != 0});
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> banked_dependency_unit_subjects() {
  return {faulty_subject<Vbanked_dependency_unit_none>("banked_dependency_unit/none",
                                                       run<Vbanked_dependency_unit_none>),
          faulty_subject<Vbanked_dependency_unit_parity>("banked_dependency_unit/parity",
                                                         run<Vbanked_dependency_unit_parity>),
          faulty_subject<Vbanked_dependency_unit_secded>("banked_dependency_unit/secded",
                                                         run<Vbanked_dependency_unit_secded>)};
}

}  // namespace gputm::tb
