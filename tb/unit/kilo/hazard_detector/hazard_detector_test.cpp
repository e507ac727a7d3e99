// hazard_detector against an exact map of the last writers (MICRO 2011 paper, section 4.5.2): no hazard is
// missed, YCID is not older than the youngest writer of the read set, and few hazards are false.
#include <gtest/gtest.h>

#include "Vhazard_detector.h"
#include "Vhazard_detector_array.h"
#include "hazard_bench.h"

namespace gputm::tb::hazard_detector_test {
namespace {

/// With few addresses the history is exact; with many, words leave its table for the filter.
template <typename Model>
std::optional<std::string> run_hazard(std::uint64_t cycles, unsigned addresses, Rng& rng,
                                      Hazards kind = Hazards::kOfReads) {
  HazardBench<Model> bench(65536 - below(rng, 1000), addresses, rng, kind);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle(true);
  for (unsigned i = 0; i < 3000 && !bench.failure(); ++i) bench.cycle(false);
  if (!bench.failure()) bench.require_all_done();
  if (bench.failure()) return bench.failure();
  std::cout << bench.entries() << " entries, " << bench.hazards() << " hazards, " << bench.false_hazards()
            << " of them false\n";
  if (bench.entries() < cycles / 40 || bench.hazards() < bench.entries() / 20)
    return "hardly an entry or a hazard";
  if (bench.false_hazards() > bench.hazards() / 20) return "too many false hazards";
  return std::nullopt;
}

TEST(HazardDetector, FewAddresses) {
  Rng rng = seeded_rng(77);
  EXPECT_EQ(run_hazard<Vhazard_detector>(run_length(100000), 12, rng), std::nullopt);
}

TEST(HazardDetector, ManyAddresses) {
  Rng rng = seeded_rng(78);
  EXPECT_EQ(run_hazard<Vhazard_detector>(run_length(100000), 60, rng), std::nullopt);
}

// The bloom filter array names older readers, too.
TEST(HazardDetector, OfWrites) {
  Rng rng = seeded_rng(79);
  EXPECT_EQ(run_hazard<Vhazard_detector_array>(run_length(100000), 60, rng, Hazards::kOfReadsAndWrites),
            std::nullopt);
}

}  // namespace
}  // namespace gputm::tb::hazard_detector_test
