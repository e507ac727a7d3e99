// The row copy unit beside a DRAM. Two banks of four subarrays, copies of ten cycles.
#include "Vrow_copy_unit_none.h"
#include "Vrow_copy_unit_none_sites.h"
#include "Vrow_copy_unit_parity.h"
#include "Vrow_copy_unit_parity_sites.h"
#include "Vrow_copy_unit_secded.h"
#include "Vrow_copy_unit_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/snapshot/row_copy_unit/row_copy_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  return faulty_run(fault, 20'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    row_copy::CopyBench<Faulty<Model>> bench(rng, std::is_same_v<Model, Vrow_copy_unit_none> ? 0 : 2);
    for (unsigned i = 0; i < 2000 && !bench.failure(); ++i) bench.cycle(true);
    if (!bench.failure() && !bench.drains()) return "a copy does not end";
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> row_copy_unit_subjects() {
  return {faulty_subject<Vrow_copy_unit_none>("row_copy_unit/none", run<Vrow_copy_unit_none>),
          faulty_subject<Vrow_copy_unit_parity>("row_copy_unit/parity", run<Vrow_copy_unit_parity>),
          faulty_subject<Vrow_copy_unit_secded>("row_copy_unit/secded", run<Vrow_copy_unit_secded>)};
}

}  // namespace gputm::tb
