// Rates of the RTL commit unit, one JSON object a line: words per cycle of streams without hazards, and the
// speed of the Verilated model while it moves a word in every cycle.
#include <cstdio>

#include "engines/kilo/commit_unit_rtl.h"
#include "unit/kilo/commit_unit/word_stream.h"

int main() {
  using namespace gputm;
  struct Case {
    const char* name;
    unsigned reads, writes;
  };
  for (const Case& c : {Case{"read", 4, 0}, Case{"write", 0, 4}, Case{"mixed", 4, 2}}) {
    const auto unit = engines::kilo::make_commit_unit({});
    const tb::WordRate rate =
        tb::measure(*unit, {.reads = c.reads, .writes = c.writes, .transactions = 100'000});
    std::printf("{\"commit_unit_%s_words_per_cycle\": %.4f}\n", c.name, rate.words_per_cycle);
    std::printf("{\"commit_unit_%s_kcycles_per_s\": %.0f}\n", c.name, rate.kcycles_per_s);
  }
  return 0;
}
