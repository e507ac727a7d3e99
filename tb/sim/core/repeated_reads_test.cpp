// Loads of words that the attempt has read before, with kilo.repeated_reads=log: the value that it saw then,
// without a way to memory, an entry in the log, or another thread's read.
#include <numeric>

#include "core_test_support.h"

namespace gputm {
namespace {

using testing::load;
using testing::small_machine;

struct Repeated {
  std::uint64_t commits, read_words, repeated, walks;
  Word all;
  std::vector<Word> own, differ;
};

/// 2 blocks of 32 threads that all write one word, and each one of its own.
Repeated run(const char* system, const char* where, unsigned filter_bits = 0) {
  constexpr unsigned kThreads = 64, kRounds = 3;
  MachineConfig config = small_machine(2);
  config.systems["kilo.repeated_reads"] = where;
  config.systems["kilo.write_filter_bits"] = std::to_string(filter_bits);
  gpu::Gpu gpu(config, engines::make_system(system, config));
  const isa::Program program = load(CORNER_KERNELS_ELF);
  const Address words = gpu.allocate((1 + kThreads) * sizeof(Word));
  const Address out = gpu.allocate(kThreads * sizeof(Word));
  const gpu::LaunchResult result = gpu.launch(program, "repeated_reads", {.blocks = 2, .threads = 32},
                                              std::vector<Word>{words, out, kRounds});
  EXPECT_EQ(result.history, "pass") << system << " " << where;
  std::vector<Word> own = gpu.download<Word>(words, 1 + kThreads);
  const Word all = own.front();
  own.erase(own.begin());
  EXPECT_EQ(all, kThreads) << system << " " << where;
  EXPECT_EQ(own, std::vector<Word>(kThreads, kRounds)) << system << " " << where;
  return {result.transactions.commits,
          result.transactions.read_words,
          result.transactions.repeated_reads,
          result.statistics.value("tx.read_log_walks"),
          all,
          std::move(own),
          gpu.download<Word>(out, kThreads)};
}

TEST(RepeatedReads, AreEntriesOfTheLogByDefault) {
  const Repeated memory = run("kilo", "memory");
  EXPECT_EQ(memory.repeated, 0U);
  EXPECT_EQ(memory.walks, 0U);
  EXPECT_EQ(memory.read_words, memory.commits * (2 + 3 * 2 + 1)) << "the own word is written by then";
}

TEST(RepeatedReads, TakeWhatTheAttemptSaw) {
  for (const char* system : {"kilo", "warptm"}) {
    const Repeated log = run(system, "log");
    EXPECT_EQ(log.read_words, log.commits * 2) << system << ": one entry for each word";
    EXPECT_GE(log.repeated, log.commits * (3 * 2 + 1)) << system;
    EXPECT_GT(log.walks, 0U) << system;
    EXPECT_EQ(log.differ, std::vector<Word>(64, 0)) << system;
  }
}

TEST(RepeatedReads, AFilterThatErrsCostsSearchesOnly) {
  const Repeated exact = run("kilo", "log");
  const Repeated one_bit = run("kilo", "log", 1);
  EXPECT_EQ(one_bit.read_words, one_bit.commits * 2);
  EXPECT_GT(one_bit.walks * exact.commits, exact.walks * one_bit.commits) << "walks of an attempt";
}

}  // namespace
}  // namespace gputm
