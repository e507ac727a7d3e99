// The profile shows the kernels' known behaviour, adds up to the counts of the run, and has no effect on its
// cycles.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

#include "common/seed.h"
#include "core_test_support.h"

namespace gputm {
namespace {

using ::testing::HasSubstr;
using testing::load;
using testing::message_of;
using testing::small_machine;

constexpr unsigned kProfiledBlocks = 2, kProfiledThreads = 32,
                   kWords = 8 + kProfiledBlocks * kProfiledThreads;

struct Profiled {
  gpu::LaunchResult result;
  Address words = 0;
  const core::Profile& profile() const { return *result.profile; }
};

Profiled run(const std::string& system, const char* kernel, bool profile = true) {
  MachineConfig config = small_machine(2);
  gpu::Gpu gpu(config, engines::make_system(system, config));
  const isa::Program program = load(PROFILE_KERNELS_ELF);
  Profiled r;
  r.words = gpu.allocate(kWords * sizeof(Word));
  r.result = gpu.launch(program, kernel, {.blocks = kProfiledBlocks, .threads = kProfiledThreads},
                        {gpu::pointer(r.words)}, {.profile = profile});
  return r;
}

/// The line of the kernels' source that ends with this comment.
unsigned line_of(const std::string& comment) {
  std::ifstream source(PROFILE_KERNELS_SOURCE);
  std::string line;
  for (unsigned number = 1; std::getline(source, line); ++number)
    if (line.ends_with("// " + comment)) return number;
  ADD_FAILURE() << "no line of '" << comment << "'";
  return 0;
}

std::string file_of(const core::CodePlace& place) { return place.line ? place.line->file : "none"; }
unsigned line_of(const core::CodePlace& place) { return place.line ? place.line->line : 0; }

template <typename T, typename F>
std::uint64_t sum(const std::vector<T>& values, F value) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0},
                         [&](std::uint64_t total, const T& v) { return total + value(v); });
}

class Profile : public ::testing::TestWithParam<const char*> {};

TEST_P(Profile, ChangesNoCycle) {
  const Profiled without = run(GetParam(), "hot_word", false), with = run(GetParam(), "hot_word");
  EXPECT_FALSE(without.result.profile);
  EXPECT_EQ(with.result.cycles, without.result.cycles);
  EXPECT_EQ(with.result.statistics.to_json(), without.result.statistics.to_json());
  EXPECT_EQ(with.result.thread_times.cycles, without.result.thread_times.cycles);
  EXPECT_EQ(with.result.history, "pass");
}

TEST_P(Profile, AddsUpToTheCountsOfTheRun) {
  for (const char* kernel : {"hot_word", "in_a_block"}) {
    const Profiled r = run(GetParam(), kernel);
    const core::Profile& profile = r.profile();
    const tm::TransactionCounters& counted = r.result.transactions;
    using core::SiteProfile;
    EXPECT_EQ(sum(profile.sites, [](const SiteProfile& s) { return s.begins; }), counted.begins);
    EXPECT_EQ(sum(profile.sites, [](const SiteProfile& s) { return s.commits; }), counted.commits);
    EXPECT_EQ(sum(profile.sites, [](const SiteProfile& s) { return s.all_aborts(); }), counted.aborts);
    const auto aborts = [](const auto& entry) { return entry.aborts; };
    EXPECT_EQ(sum(profile.accesses, aborts) + profile.unknown_words, counted.aborts);
    EXPECT_EQ(sum(profile.words, aborts) + profile.unknown_words, counted.aborts);
    const auto count = [](std::uint64_t n) { return n; };
    EXPECT_EQ(sum(profile.transaction_retries.counts(), count), counted.commits);
    EXPECT_EQ(sum(profile.thread_retries.counts(), count), kProfiledBlocks * kProfiledThreads);
    for (const core::ThreadTime time : {core::ThreadTime::kTC, core::ThreadTime::kTO, core::ThreadTime::kTW,
                                        core::ThreadTime::kTA, core::ThreadTime::kTU}) {
      const auto index = static_cast<std::size_t>(time);
      EXPECT_EQ(sum(profile.sites, [&](const SiteProfile& s) { return s.times.cycles[index]; }),
                r.result.thread_times.cycles[index])
          << core::kThreadTimeNames[index];
    }
    for (const SiteProfile& site : profile.sites) {
      EXPECT_EQ(site.committed.instructions % site.commits, 0u) << "all commit the same instructions";
      EXPECT_EQ(site.aborted.instructions, site.committed.instructions / site.commits * site.all_aborts())
          << "and each comes to its end before it aborts";
    }
  }
}

TEST_P(Profile, OfTwoLaunchesAddsUp) {
  const core::Profile hot = run(GetParam(), "hot_word").profile(),
                      block = run(GetParam(), "in_a_block").profile();
  core::Profile both = hot;
  both.add(block);
  both.add(hot);
  const auto commits = [](const core::SiteProfile& site) { return site.commits; };
  const auto aborts = [](const auto& entry) { return entry.aborts; };
  const auto count = [](std::uint64_t n) { return n; };
  EXPECT_EQ(both.sites.size(), hot.sites.size() + block.sites.size()) << "other instructions";
  EXPECT_EQ(sum(both.sites, commits), 2 * sum(hot.sites, commits) + sum(block.sites, commits));
  EXPECT_EQ(sum(both.accesses, aborts), 2 * sum(hot.accesses, aborts) + sum(block.accesses, aborts));
  EXPECT_EQ(sum(both.words, aborts), 2 * sum(hot.words, aborts) + sum(block.words, aborts));
  EXPECT_EQ(both.word_count, both.words.size());
  EXPECT_TRUE(std::ranges::is_sorted(both.words, std::ranges::greater{}, &core::WordProfile::aborts));
  EXPECT_EQ(
      sum(both.transaction_retries.counts(), count),
      2 * sum(hot.transaction_retries.counts(), count) + sum(block.transaction_retries.counts(), count));
}

INSTANTIATE_TEST_SUITE_P(Systems, Profile, ::testing::Values("ideal", "serial", "kilo"));

class ProfiledAborts : public ::testing::TestWithParam<const char*> {};

TEST_P(ProfiledAborts, NameWordAndLines) {
  const Profiled r = run(GetParam(), "hot_word");
  const core::Profile& profile = r.profile();
  ASSERT_EQ(profile.sites.size(), 1u);
  EXPECT_THAT(file_of(profile.sites[0].place), HasSubstr("profile_kernels.cpp"));
  EXPECT_EQ(line_of(profile.sites[0].place), line_of("line of begin")) << "not that of the header";
  EXPECT_EQ(profile.sites[0].place.function, "hot_word");
  ASSERT_EQ(profile.words.size(), 1u);
  const core::WordProfile& word = profile.words[0];
  EXPECT_EQ(word.address, r.words + 4);
  EXPECT_EQ(word.aborts, r.result.transactions.aborts);
  EXPECT_EQ(word.no_winner, 0u) << "counts are different values, so each writer is known";
  EXPECT_GT(word.in_warp, 0u);
  EXPECT_LT(word.in_warp, word.aborts);
  ASSERT_EQ(profile.accesses.size(), 1u);
  EXPECT_EQ(line_of(profile.accesses[0].place), line_of("line that loses"));
  EXPECT_EQ(profile.accesses[0].site, profile.sites[0].place.pc);
}

TEST_P(ProfiledAborts, KnowTheLinesOfABlock) {
  const Profiled r = run(GetParam(), "in_a_block");
  ASSERT_EQ(r.profile().sites.size(), 1u);
  EXPECT_EQ(line_of(r.profile().sites[0].place), line_of("line of the block"));
  ASSERT_EQ(r.profile().accesses.size(), 1u);
  EXPECT_EQ(line_of(r.profile().accesses[0].place), line_of("line in the block"));
}

TEST_P(ProfiledAborts, NameTheWinner) {
  const Profiled r = run(GetParam(), "known_winner");
  EXPECT_EQ(r.result.transactions.aborts, 1u);
  ASSERT_EQ(r.profile().words.size(), 1u);
  const core::WordProfile& word = r.profile().words[0];
  EXPECT_EQ(word.address, r.words);
  EXPECT_EQ(word.in_warp, 0u);
  ASSERT_EQ(word.winners.size(), 1u);
  EXPECT_EQ(word.winners[0].thread, 3u);
  const auto winner = std::ranges::find(r.profile().sites, word.winners[0].site,
                                        [](const core::SiteProfile& site) { return site.place.pc; });
  ASSERT_NE(winner, r.profile().sites.end());
  EXPECT_EQ(line_of(winner->place), line_of("line of the winner"));
  EXPECT_EQ(winner->all_aborts(), 0u);
}

TEST_P(ProfiledAborts, KnowThatAStoreIsNoTransaction) {
  const Profiled r = run(GetParam(), "plain_store");
  EXPECT_EQ(r.result.transactions.aborts, 1u);
  ASSERT_EQ(r.profile().words.size(), 1u);
  EXPECT_EQ(r.profile().words[0].address, r.words);
  EXPECT_EQ(r.profile().words[0].no_winner, 1u);
  EXPECT_TRUE(r.profile().words[0].winners.empty());
}

INSTANTIATE_TEST_SUITE_P(Systems, ProfiledAborts, ::testing::Values("ideal", "kilo"));

TEST(ProfiledLocks, HaveNoTransactions) {
  MachineConfig config = small_machine();
  gpu::Gpu gpu(config, engines::make_system("lock", config));
  const Address words = gpu.allocate(kWords * sizeof(Word));
  const gpu::LaunchResult result = gpu.launch(load(PROFILE_KERNELS_ELF), "no_transactions", {.threads = 32},
                                              {gpu::pointer(words)}, {.profile = true});
  ASSERT_TRUE(result.profile);
  EXPECT_TRUE(result.profile->sites.empty());
  EXPECT_TRUE(result.profile->words.empty());
}

TEST(ErrorsOfRuns, NameTheLine) {
  const isa::Program program = load(PROFILE_KERNELS_ELF);
  gpu::Gpu gpu(small_machine(), engines::make_system("lock", small_machine()));
  EXPECT_THAT(message_of([&] { gpu.launch(program, "bad_access", {.threads = 32}, {gpu::pointer(0)}); }),
              HasSubstr("profile_kernels.cpp:" + std::to_string(line_of("line of the bad access")) + ")"));
}

/// With any debug information, places are named in one line.
TEST(SourceLines, OfDamagedFilesDoNoHarm) {
  std::ifstream file(PROFILE_KERNELS_ELF, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::uint8_t> elf(bytes.begin(), bytes.end());
  tb::Rng rng = tb::seeded_rng(std::random_device{}());
  unsigned with_lines = 0;
  for (unsigned round = 0; round < 400; ++round) {
    std::vector<std::uint8_t> damaged = elf;
    for (unsigned i = 0; i < 1 + round % 16; ++i)
      damaged[0x200 + tb::below(rng, damaged.size() - 0x200)] = static_cast<std::uint8_t>(rng());
    try {
      const auto program = isa::Program::parse(damaged, "damaged.elf", isa::Program::Analysis::kKernels);
      for (Address pc = program.code_base(); pc < program.end() && pc - program.code_base() < 2000; pc += 4) {
        const std::string text = program.describe(pc);
        EXPECT_EQ(text.find('\n'), std::string::npos);
        with_lines += text.find(".cpp:") != std::string::npos ? 1 : 0;
      }
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(with_lines, 1000U) << "most damage is elsewhere";
}

TEST(Histogram, CountsByPowersOfTwo) {
  core::Histogram histogram;
  for (const std::uint64_t number : {0, 1, 2, 3, 4, 7, 8}) histogram.add(number);
  EXPECT_EQ(histogram.counts(), (std::vector<std::uint64_t>{1, 1, 2, 2, 1}));
  EXPECT_EQ(core::Histogram::first(3), 4u);
  EXPECT_EQ(core::Histogram::last(3), 7u);
  EXPECT_EQ(core::Histogram::last(0), 0u);
}

}  // namespace
}  // namespace gputm
