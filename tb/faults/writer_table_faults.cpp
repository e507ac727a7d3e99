// The writer table beside a set of writers for each block. Two parts of two ways and five rows: it is full.
#include "Vwriter_table_none.h"
#include "Vwriter_table_none_sites.h"
#include "Vwriter_table_parity.h"
#include "Vwriter_table_parity_sites.h"
#include "Vwriter_table_secded.h"
#include "Vwriter_table_secded_sites.h"
#include "common/seed.h"
#include "faults/faulty_model.h"
#include "unit/snapshot/writer_table/writer_table_bench.h"

namespace gputm::tb {
namespace {

template <typename Model>
Run run(std::uint64_t seed, const std::optional<Fault>& fault) {
  constexpr WriterTableSizes kSizes{4, 5, 4, {.ids = 16, .group_ids = 4, .generation_bits = 1, .passes = 2}};
  return faulty_run(fault, 50'000, [&]() -> std::optional<std::string> {
    Rng rng(seed);
    WriterTableBench<Faulty<Model>> bench(kSizes, rng);
    run_traffic(bench,
                {.operations = 1000,
                 .blocks = seed % 2 == 0 ? 8u : 30u,
                 .insertions = 50,
                 .life = seed % 3 == 0 ? 40u : 10u,
                 .reclaim_every = 100},
                rng);
    return bench.failure();
  });
}

}  // namespace

std::vector<Subject> writer_table_subjects() {
  return {faulty_subject<Vwriter_table_none>("writer_table/none", run<Vwriter_table_none>),
          faulty_subject<Vwriter_table_parity>("writer_table/parity", run<Vwriter_table_parity>),
          faulty_subject<Vwriter_table_secded>("writer_table/secded", run<Vwriter_table_secded>)};
}

}  // namespace gputm::tb
