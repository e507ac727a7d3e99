// Every kernel of the corpus, with every compiler and level of optimisation, leaves the same memory as the
// same source on the host, where its threads run one after another.
#include "corpus.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/pointer_words.h"
#include "common/seed.h"
#include "common/small_machine.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "host/host_grid.h"
#include "isa/program.h"

namespace gputm {
namespace {

struct CorpusElf {
  const char* name;
  const char* path;
};
constexpr CorpusElf kElfs[] = {CORPUS_ELFS};

struct CorpusKernel {
  const char* name;
  void (*on_host)(const Arguments*);
};
constexpr CorpusKernel kKernels[] = {
    {"reads_commits_and_breaks", reads_commits_and_breaks},
    {"call_on_condition", call_on_condition},
    {"two_trips", two_trips},
    {"early_return", early_return},
    {"nested", nested},
    {"nested_on_condition", nested_on_condition},
    {"commit_on_either_side", commit_on_either_side},
    {"begin_on_either_side", begin_on_either_side},
    {"commit_before_the_join", commit_before_the_join},
    {"commit_in_a_loop", commit_in_a_loop},
    {"commit_in_switch", commit_in_switch},
    {"begin_and_commit_in_functions", begin_and_commit_in_functions},
    {"recursive_transaction", recursive_transaction},
    {"transaction_in_loop", transaction_in_loop},
    {"transaction_before_break", transaction_before_break},
    {"private_array", private_array},
    {"sub_words", sub_words},
    {"static_function", static_function},
    {"static_function_again", static_function_again},
    {"inline_function", inline_function},
    {"inline_function_again", inline_function_again},
    {"template_function", template_function},
    {"lambda_twice", lambda_twice},
    {"lambda_nested", lambda_nested},
    {"lambda_returns", lambda_returns},
    {"atomic_result", atomic_result},
    {"move_between", move_between},
    {"look_then_add", look_then_add},
    {"jump_table", jump_table},
    {"jump_table_in_transaction", jump_table_in_transaction},
    {"function_pointers", function_pointers},
    {"tail_calls", tail_calls},
    {"tail_calls_in_transaction", tail_calls_in_transaction},
    {"virtual_functions", virtual_functions},
    {"barrier_between_conditions", barrier_between_conditions},
    {"barrier_in_recursion", barrier_in_recursion},
    {"barrier_on_either_side", barrier_on_either_side},
    {"barrier_after_return", barrier_after_return},
    {"barrier_or_transaction", barrier_or_transaction},
    {"barriers_of_two_trips", barriers_of_two_trips},
    {"barrier_in_loop_with_break", barrier_in_loop_with_break},
};

/// The machine and system that a kernel runs on.
struct Platform {
  const char* name;
  const char* system;
  unsigned warp_width;
  std::uint32_t blocks;
  Divergence divergence = Divergence::kStack;
};
constexpr Platform kRtl = {"kilo", "kilo", 32, 1};  // takes long: its commit units are RTL
constexpr Platform kPlatforms[] = {{"ideal", "ideal", 32, 3},
                                   {"serial", "serial", 32, 3},
                                   {"ideal_of_64", "ideal", 64, 3},
                                   {"fair", "ideal", 32, 3, Divergence::kFair},
                                   {"fair_of_64", "serial", 64, 3, Divergence::kFair},
                                   {"ideal_of_1", "ideal", 1, 3}};

constexpr std::uint32_t kThreads = 40;  // the last warp of a block is not full

struct Memory {
  std::vector<Word> words = std::vector<Word>(kWords);
  std::vector<Word> out;
  bool operator==(const Memory&) const = default;
};

class Corpus : public ::testing::TestWithParam<std::tuple<CorpusElf, Platform>> {
 protected:
  static Memory on_host(const CorpusKernel& kernel, const std::vector<Word>& in) {
    Memory memory{.out = std::vector<Word>(in.size())};
    const Arguments arguments{in.data(), memory.words.data(), memory.out.data()};
    tb::run_on_host(std::get<1>(GetParam()).blocks, kThreads, [&] { kernel.on_host(&arguments); });
    return memory;
  }
  static Memory on_gpu(const isa::Program& program, const CorpusKernel& kernel, const std::vector<Word>& in) {
    const Platform& platform = std::get<1>(GetParam());
    MachineConfig machine = testing::small_machine(2, platform.warp_width);
    machine.core.max_warps = platform.warp_width == 1 ? 40 : 4;
    machine.core.max_threads = machine.core.max_warps * platform.warp_width;
    machine.core.private_bytes = 8192;
    machine.core.divergence = platform.divergence;
    machine.run.max_cycles = 20'000'000;
    gpu::Gpu gpu(machine, engines::make_system(platform.system, machine));
    const Address words = gpu.allocate(kWords * sizeof(Word));
    const Address out = gpu.allocate(in.size() * sizeof(Word));
    const std::vector<Word> arguments =
        testing::pointer_words(program.xlen(), {gpu.upload(std::span(in)), words, out});
    const auto result =
        gpu.launch(program, kernel.name, {.blocks = platform.blocks, .threads = kThreads}, arguments);
    EXPECT_EQ(result.history, "pass");
    return {gpu.download<Word>(words, kWords), gpu.download<Word>(out, in.size())};
  }
};

TEST_P(Corpus, LeavesWhatTheHostLeaves) {
  tb::Rng random = tb::seeded_rng(1);
  const isa::Program program =
      isa::Program::load(std::get<0>(GetParam()).path, isa::Program::Analysis::kKernels);
  for (const CorpusKernel& kernel : kKernels) {
    SCOPED_TRACE(kernel.name);
    std::vector<Word> in(std::get<1>(GetParam()).blocks * kThreads);
    for (Word& word : in) word = static_cast<Word>(random());
    const Memory expected = on_host(kernel, in);
    EXPECT_NE(expected, Memory{.out = std::vector<Word>(in.size())})
        << "it does nothing: the comparison shows nothing";
    try {
      const Memory found = on_gpu(program, kernel, in);
      EXPECT_EQ(found.words, expected.words);
      EXPECT_EQ(found.out, expected.out);
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

const auto kNamed = [](const auto& test) {
  return std::string(std::get<0>(test.param).name) + "_" + std::get<1>(test.param).name;
};
INSTANTIATE_TEST_SUITE_P(Kernels, Corpus,
                         ::testing::Combine(::testing::ValuesIn(kElfs), ::testing::ValuesIn(kPlatforms)),
                         kNamed);
INSTANTIATE_TEST_SUITE_P(Rtl, Corpus,
                         ::testing::Combine(::testing::Values(kElfs[1]), ::testing::Values(kRtl)), kNamed);
INSTANTIATE_TEST_SUITE_P(LongRtl, Corpus,
                         ::testing::Combine(::testing::ValuesIn(kElfs), ::testing::Values(kRtl)), kNamed);

}  // namespace
}  // namespace gputm
