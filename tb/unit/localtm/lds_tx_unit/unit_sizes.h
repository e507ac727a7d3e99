// The small unit of the tests, and one random run on it.
#pragma once

#include <string>

#include "checked_lds.h"
#include "random_programs.h"
#include "tm/lds_unit.h"
#include "wavefronts/driver.h"

namespace gputm::tb {

inline LdsUnderTest small_unit(engines::localtm::BankOptions options, unsigned work_groups = 1) {
  options.filter_bits = 4;
  LdsUnderTest test{
      {.lanes = 8, .pass_lanes = 4, .banks = 4, .wavefronts = 4, .work_groups = work_groups, .rows = 64},
      options};
  test.sizes.tx_rows = tx_rows(test.sizes.rows, options);
  return test;
}

struct RandomRun {
  wavefronts::RunCounts counts;
  std::uint64_t expected_commits = 0;
  std::string verdict;
};

/// A random program on the last work-group, after another has used rows; few words, so that everything
/// conflicts.
inline RandomRun random_run(tm::LdsTransactionUnit& unit, Rng& rng, Cycle stuck_cycles = 20000) {
  RandomRun result;
  const tm::LdsSizes& sizes = unit.sizes();
  const unsigned group = sizes.work_groups - 1;
  const unsigned base = static_cast<unsigned>(below(rng, 8));
  unit.allocate(group, base, sizes.tx_rows - base, true);
  const unsigned work_items = sizes.group_wavefronts() * sizes.lanes;
  const unsigned words = 4 + static_cast<unsigned>(below(rng, 76));
  unsigned transactions = 0;
  const wavefronts::Program program = random_program(work_items, words, rng, transactions);
  wavefronts::Driver driver(
      unit, group, program,
      {.instruction_cycles = static_cast<unsigned>(below(rng, 4)), .stuck_cycles = stuck_cycles});
  std::vector<Word> memory(words);
  for (Word& word : memory) word = static_cast<Word>(below(rng, 1000));
  try {
    driver.write_memory(memory);
    driver.run();
    driver.read_memory(words);
    result.verdict = driver.verdict();
  } catch (const Error& error) {
    result.verdict = error.what();
  }
  result.counts = driver.counts();
  result.expected_commits = std::uint64_t{work_items} * transactions;
  return result;
}

}  // namespace gputm::tb
