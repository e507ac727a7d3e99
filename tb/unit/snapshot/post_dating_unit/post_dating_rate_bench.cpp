// Dependencies per cycle through post_dating_unit: random ones among a few transactions, so that most meet
// another in flight, except those that the timestamps would suspect.
#include <cstdlib>
#include <iostream>

#include "Vpost_dating_full.h"
#include "post_dating_bench.h"

namespace gputm::tb {
namespace {

int measure() {
  const UnitShape shape;
  PostDatingBench<Vpost_dating_full> bench(shape);
  Rng rng(1);
  std::uint64_t edges = 0;
  std::uint64_t cycles = 0;
  // Transactions in a block of slots depend on each other in many ways; then the next block follows.
  constexpr unsigned kBlock = 8;
  for (unsigned block = 0; block < shape.slots; block += kBlock) {
    for (unsigned i = 0; i < kBlock; ++i) {
      bench.request(
          {.op = TimestampOp::kStart, .predecessor = {.slot = static_cast<std::uint16_t>(block + i)}});
    }
    bench.drain();
    for (unsigned i = 0; i < 2000; ++i) {
      const auto a = static_cast<std::uint16_t>(block + below(rng, kBlock));
      const auto b = static_cast<std::uint16_t>(block + below(rng, kBlock));
      if (a == b || bench.model().slot(a).now.cts >= bench.model().slot(b).now.pdts) continue;
      bench.request({.predecessor = {.slot = a}, .successor = {.slot = b}});
      ++edges;
    }
    const std::uint64_t before = bench.cycles();
    bench.drain();
    cycles += bench.cycles() - before;
  }
  if (bench.failure()) {
    std::cerr << *bench.failure() << '\n';
    return EXIT_FAILURE;
  }
  std::cout << "{\"post_dating_edges_per_cycle\": "
            << static_cast<double>(edges) / static_cast<double>(cycles) << "}\n";
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace gputm::tb

int main() { return gputm::tb::measure(); }
