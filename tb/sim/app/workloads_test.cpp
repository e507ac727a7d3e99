// The workloads' host side: sizes, launches, and the errors that each result check must catch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>

#include "finished_run.h"
#include "workloads/basket_generator.h"
#include "workloads/cuda_cuts.h"
#include "workloads/kernels/apriori.h"
#include "workloads/kernels/atm.h"
#include "workloads/kernels/barnes_hut.h"
#include "workloads/kernels/cloth.h"
#include "workloads/kernels/hash_table.h"
#include "workloads/workload.h"

namespace gputm::workloads {
namespace {

using kernels::Account;
using kernels::Candidate;
using kernels::HashNode;
using kernels::Particle;
using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(Atm, LogsThreeWordsReadAndTwoWritten) {
  const Finished run("atm", "ideal", {"workload.accounts=500", "workload.transfers=1000"});
  EXPECT_EQ(run.check(), "pass");
  EXPECT_EQ(run.result().history, "pass");
  EXPECT_EQ(run.result().transactions.commits, 1000u) << "not a multiple of the number of threads";
  EXPECT_EQ(run.result().transactions.read_words, 3000u);
  EXPECT_EQ(run.result().transactions.write_words, 2000u);
}

TEST(Atm, LocksGiveTheSameBalances) {
  const Finished run("atm", "lock", {"workload.accounts=40", "workload.transfers=600"});
  EXPECT_EQ(run.check(), "pass");
  EXPECT_EQ(run.result().transactions.commits, 0u);
}

TEST(Atm, BlocksFollowOthersWhoseLastLoadsAreStillOut) {
  // The kernel restores registers from private memory just before its end; they miss in a small L1.
  const Finished run("atm", "lock",
                     {"core.count=1", "workload.blocks_per_core=1", "workload.blocks=24",
                      "workload.transfers=3000", "l1.bytes=768", "memory.min_latency=600"});
  EXPECT_EQ(run.check(), "pass");
}

TEST(Atm, CheckCatchesWhatIsWrong) {
  Finished run("atm", "ideal", {"workload.accounts=100", "workload.transfers=200"});
  const Address seven = run.argument(0) + 7 * sizeof(Account);
  const Address nine = run.argument(0) + 9 * sizeof(Account);
  const Account good_seven = run.get<Account>(seven), good_nine = run.get<Account>(nine);

  Account bad = good_seven;
  bad.balance += 1;
  run.put(seven, bad);
  EXPECT_THAT(run.check(), HasSubstr("balances sum to 100001, not 100000"));
  Account less = good_nine;
  less.balance -= 1;
  run.put(nine, less);
  EXPECT_THAT(run.check(), HasSubstr("account 7 holds"));
  run.put(nine, good_nine);

  bad = good_seven;
  bad.lock = 1;
  run.put(seven, bad);
  EXPECT_EQ(run.check(), "account 7 is still locked");
  bad = good_seven;
  bad.owner = 8;
  run.put(seven, bad);
  EXPECT_EQ(run.check(), "account 7 was overwritten");
  run.put(seven, good_seven);
  EXPECT_EQ(run.check(), "pass");
}

TEST(Atm, TransfersNeverStayInOneAccount) {
  for (std::uint32_t accounts : {2u, 3u, 1'000'000u}) {
    for (std::uint32_t i = 0; i < 10'000; ++i) {
      const kernels::Transfer transfer = kernels::transfer(1, i, accounts);
      ASSERT_NE(transfer.from, transfer.to);
      ASSERT_LT(transfer.from, accounts);
      ASSERT_LT(transfer.to, accounts);
      ASSERT_GE(transfer.amount, 1);
      ASSERT_LE(transfer.amount, 16);
    }
  }
}

TEST(HashTable, LogsOneWordReadAndFourWritten) {
  const Finished run("ht-h", "ideal", {"workload.entries=50"});
  EXPECT_EQ(run.check(), "pass");
  EXPECT_EQ(run.result().history, "pass");
  EXPECT_EQ(run.result().transactions.commits, 256u);
  EXPECT_EQ(run.result().transactions.read_words, 256u);
  EXPECT_EQ(run.result().transactions.write_words, 4u * 256);
}

TEST(HashTable, LocksGiveTheSameTable) {
  EXPECT_EQ(Finished("ht-h", "lock", {"workload.entries=20"}).check(), "pass");
  EXPECT_EQ(Finished("ht-l", "lock", {}).check(), "pass");
}

TEST(HashTable, CheckCatchesWhatIsWrong) {
  Finished run("ht-l", "ideal", {"workload.entries=10"});
  const Address node = run.argument(2) + 5 * sizeof(HashNode);
  const HashNode good = run.get<HashNode>(node);
  HashNode bad = good;
  bad.key += 1;
  run.put(node, bad);
  EXPECT_EQ(run.check(), "the element of thread 5 has a wrong key");
  bad = good;
  bad.value += 1;
  run.put(node, bad);
  EXPECT_EQ(run.check(), "the element of thread 5 has a wrong value");
  bad = good;
  bad.next = node;
  run.put(node, bad);
  EXPECT_EQ(run.check(), "the element of thread 5 is in the table twice");
  bad = good;
  bad.next = node + 4;
  run.put(node, bad);
  EXPECT_THAT(run.check(), HasSubstr("which is no node"));
  run.put(node, good);
  EXPECT_EQ(run.check(), "pass");
  run.put(run.argument(0), Word{0});
  EXPECT_THAT(run.check(), EndsWith("is lost"));
}

/// Three garments on a small machine.
constexpr std::initializer_list<const char*> kSmallCloth = {"workload.garments=3",
                                                            "workload.constraints=200"};

TEST(Cloth, LogsTwoParticlesAndTheConstraint) {
  const Finished run("cl", "ideal", kSmallCloth);
  EXPECT_EQ(run.check(), "pass");
  EXPECT_EQ(run.result().history, "pass");
  const tm::TransactionCounters& tx = run.result().transactions;
  EXPECT_EQ(tx.commits, 600u);
  // A stretched constraint also reads its stiffness, and writes two particles of four words.
  const std::uint64_t stretched = tx.read_words - 600 * 11;
  EXPECT_GT(stretched, 200u);
  EXPECT_LT(stretched, 400u);
  EXPECT_EQ(tx.write_words, 8 * stretched);
}

TEST(Cloth, LocksGiveAStepAsGood) { EXPECT_EQ(Finished("cl", "lock", kSmallCloth).check(), "pass"); }

TEST(Cloth, CheckCatchesWhatIsWrong) {
  Finished run("cl", "ideal", kSmallCloth);
  ASSERT_EQ(run.check(), "pass");
  const Address done = run.argument(3) + 7 * sizeof(Word);
  run.put(done, Word{2});
  EXPECT_EQ(run.check(), "constraint 7 was processed 2 times, not once");
  run.put(done, Word{1});

  const Address eleven = run.argument(0) + 11 * sizeof(Particle);
  const Particle good = run.get<Particle>(eleven);
  Particle bad = good;
  bad.inverse_mass = 2;
  run.put(eleven, bad);
  EXPECT_EQ(run.check(), "the mass of particle 11 was overwritten");
  bad = good;
  bad.z += 1;
  run.put(eleven, bad);
  EXPECT_THAT(run.check(), EndsWith("from where a serial step puts it"));
  bad = good;
  bad.y += 0.002f;  // a small correction is lost
  run.put(eleven, bad);
  EXPECT_THAT(run.check(), HasSubstr("corrections are lost"));
}

TEST(BarnesHut, ReadsAChildOfEachCellOnItsWay) {
  const Finished run("bh", "ideal", {"workload.bodies=500"});
  EXPECT_EQ(run.check(), "pass");
  EXPECT_EQ(run.result().history, "pass");
  const tm::TransactionCounters& tx = run.result().transactions;
  EXPECT_GT(tx.commits, 500 * 4u);
  // A body writes one word; a cell 14, and then reads the place of the body that it contains.
  const std::uint64_t cells = (tx.write_words - 500) / 14;
  EXPECT_EQ(tx.write_words, 500 + 14 * cells);
  EXPECT_EQ(tx.read_words, 4 * tx.commits + 3 * cells);
}

TEST(BarnesHut, LocksBuildATree) {
  EXPECT_EQ(Finished("bh", "lock", {"workload.bodies=900"}).check(), "pass");
  EXPECT_EQ(Finished("bh", "lock", {"workload.bodies=1"}).check(), "pass");
}

TEST(BarnesHut, HasRoomForTheCellsOfBodiesThatAreCloseTogether) {
  // The tree of these bodies has more cells than bodies.
  const Finished run(
      "bh", "ideal",
      {"workload.bodies=13", "workload.blocks=1", "workload.threads=1", "run.seed=1807345067"});
  EXPECT_EQ(run.check(), "pass");
}

TEST(BarnesHut, CheckAllowsForRoundedCentres) {
  EXPECT_EQ(Finished("bh", "lock", {"workload.bodies=1000", "run.seed=2"}).check(), "pass");
}

TEST(BarnesHut, CheckCatchesWhatIsWrong) {
  constexpr Word kBodies = 300;
  Finished run("bh", "ideal", {"workload.bodies=300"});
  ASSERT_EQ(run.check(), "pass");
  const Address root = run.argument(5);
  unsigned octant = 0;
  while (run.get<Word>(root + octant * 4) < kBodies) ++octant;
  const Address link = root + octant * 4;
  const Word cell = run.get<Word>(link);
  ASSERT_LT(cell, 2 * kBodies) << "a cell";
  const auto with = [&](Word child) {
    run.put(link, child);
    const std::string found = run.check();
    run.put(link, cell);
    return found;
  };
  EXPECT_THAT(with(kernels::kLockedChild), HasSubstr("which is no node"));
  EXPECT_THAT(with(kernels::kNoChild), HasSubstr("is not in the tree"));
  EXPECT_THAT(with(kBodies), HasSubstr("in the tree twice"));
  const Address other = root + (octant ^ 1) * 4;
  const Word before = run.get<Word>(other);
  run.put(other, cell);
  EXPECT_THAT(with(before), HasSubstr("lies in another octant"));
  run.put(other, before);
  const float x = run.get<float>(run.argument(0));
  run.put(run.argument(0), x * 1.0001f);
  EXPECT_EQ(run.check(), "body 0 was moved");
  run.put(run.argument(0), x * 100);
  EXPECT_THAT(run.check(), HasSubstr(" lies "));
  run.put(run.argument(0), x);
  EXPECT_EQ(run.check(), "pass");
}

TEST(Baskets, HaveTheAskedShape) {
  const BasketShape shape{
      .baskets = 5000, .items = 1000, .patterns = 2000, .basket_items = 10, .pattern_items = 4};
  const std::vector<Basket> baskets = generate_baskets(shape, 1);
  ASSERT_EQ(baskets.size(), 5000u);
  std::size_t items = 0;
  for (const Basket& basket : baskets) {
    items += basket.size();
    ASSERT_FALSE(basket.empty());
    ASSERT_TRUE(std::ranges::is_sorted(basket, std::less_equal{}) || basket.size() == 1) << "each item once";
    ASSERT_LT(basket.back(), 1000u);
  }
  EXPECT_NEAR(static_cast<double>(items) / 5000, 10, 1.5);
  EXPECT_EQ(generate_baskets(shape, 1), baskets);
  EXPECT_NE(generate_baskets(shape, 2), baskets);
}

/// A small data base, in which most candidates are found several times.
constexpr std::initializer_list<const char*> kSmallShop = {"workload.baskets=600", "workload.support=5",
                                                           "workload.slots=40"};

TEST(Apriori, CountsEachCandidate) {
  const Finished run("ap", "ideal", kSmallShop);
  EXPECT_EQ(run.check(), "pass");
  EXPECT_EQ(run.result().history, "pass");
  EXPECT_EQ(run.result().transactions.commits, run.transactions());
  EXPECT_GT(run.transactions(), 50u);
}

TEST(Apriori, LocksGiveTheSameTable) { EXPECT_EQ(Finished("ap", "lock", kSmallShop).check(), "pass"); }

TEST(Apriori, CheckCatchesWhatIsWrong) {
  Finished run("ap", "ideal", kSmallShop);
  ASSERT_EQ(run.check(), "pass");
  const Address head = run.argument(3), first = run.get<Word>(head);
  ASSERT_NE(first, 0u);
  const Candidate good = run.get<Candidate>(first);
  const auto with = [&](Candidate candidate) {
    run.put(first, candidate);
    const std::string found = run.check();
    run.put(first, good);
    return found;
  };
  EXPECT_THAT(with({good.key, good.support + 1, good.next}), HasSubstr("has a support of"));
  EXPECT_THAT(with({good.key + 1, good.support, good.next}), HasSubstr("is in a wrong slot"));
  EXPECT_THAT(with({good.key, good.support, first}), HasSubstr("is in the table twice"));
  EXPECT_THAT(with({good.key, good.support, first + 4}), HasSubstr("which is no candidate"));
  run.put(head, good.next);
  EXPECT_THAT(run.check(), EndsWith("is lost"));
}

/// The cut of a small image.
constexpr std::initializer_list<const char*> kSmallImage = {"workload.width=40", "workload.height=12"};

/// The maximum flow through a network, by Edmonds and Karp: augments shortest paths with room until there is
/// none.
std::uint64_t largest_flow(CudaCuts::Network network, std::size_t width) {
  const std::size_t pixels = network.excess.size();
  const std::array<std::ptrdiff_t, 4> step{1, -1, static_cast<std::ptrdiff_t>(width),
                                           -static_cast<std::ptrdiff_t>(width)};
  std::uint64_t flow = 0;
  while (true) {
    constexpr unsigned kNotReached = 9, kSource = 8;
    std::vector<unsigned> came(pixels, kNotReached);
    std::deque<std::size_t> open;
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
      if (network.excess[pixel] == 0) continue;
      came[pixel] = kSource;
      open.push_back(pixel);
    }
    while (!open.empty() && network.to_sink[open.front()] == 0) {
      const std::size_t pixel = open.front();
      open.pop_front();
      for (unsigned direction = 0; direction < 4; ++direction) {
        if (network.residual[direction][pixel] == 0) continue;
        const std::size_t to = pixel + static_cast<std::size_t>(step[direction]);
        if (came[to] != kNotReached) continue;
        came[to] = direction;
        open.push_back(to);
      }
    }
    if (open.empty()) return flow;
    const std::size_t last = open.front();
    std::size_t first = last;
    Word room = network.to_sink[last];
    for (; came[first] != kSource; first -= static_cast<std::size_t>(step[came[first]]))
      room =
          std::min(room, network.residual[came[first]][first - static_cast<std::size_t>(step[came[first]])]);
    room = std::min(room, network.excess[first]);
    network.to_sink[last] -= room;
    network.excess[first] -= room;
    for (std::size_t at = last; at != first;) {
      const unsigned direction = came[at];
      network.residual[direction ^ 1][at] += room;
      at -= static_cast<std::size_t>(step[direction]);
      network.residual[direction][at] -= room;
    }
    flow += room;
  }
}

TEST(CudaCuts, FindsTheLargestFlow) {
  for (const char* seed : {"run.seed=1", "run.seed=2", "run.seed=3"}) {
    for (const char* system : {"ideal", "lock"}) {
      const Finished run("cc", system, {"workload.width=40", "workload.height=12", seed});
      EXPECT_EQ(run.check(), "pass");
      const auto& cuts = dynamic_cast<const CudaCuts&>(run.workload());
      EXPECT_EQ(cuts.flow(run.gpu()), largest_flow(cuts.before(), 40)) << system << ", " << seed;
    }
  }
}

TEST(CudaCuts, LogsOneWordForTheSinkAndFourForANeighbour) {
  const Finished run("cc", "ideal", kSmallImage);
  const tm::TransactionCounters& tx = run.result().transactions;
  EXPECT_EQ(run.result().history, "pass");
  EXPECT_GT(tx.commits, 480u) << "every pixel has something to push";
  EXPECT_EQ(tx.read_words, tx.write_words);
  EXPECT_EQ((tx.read_words - tx.commits) % 3, 0u);
  EXPECT_GT(tx.read_words, tx.commits);
}

TEST(CudaCuts, CheckCatchesWhatIsWrong) {
  Finished run("cc", "ideal", kSmallImage);
  ASSERT_EQ(run.check(), "pass");
  const auto with = [&](Address word, Word more) {
    const Word good = run.get<Word>(word);
    run.put(word, good + more);
    const std::string found = run.check();
    run.put(word, good);
    return found;
  };
  const Address excess = run.argument(2), to_sink = run.argument(3), right = run.argument(5);
  EXPECT_THAT(with(excess, 1), HasSubstr("pixel 0 has an excess of"));
  EXPECT_THAT(with(to_sink, 100'000), HasSubstr("more room than at the start"));
  EXPECT_THAT(with(right, 1), HasSubstr("pixels 0 and 1 have room for"));
}

TEST(CudaCuts, CheckCatchesAFlowThatIsNotTheLargest) {
  Config config = small_machine();
  config.workload = {{"width", 40}, {"height", 12}};
  const auto cuts = make_workload("cc", config);
  gpu::Gpu gpu(config.machine, engines::make_system("ideal", config.machine));
  cuts->setup(gpu);
  EXPECT_THAT(cuts->check(gpu), HasSubstr("a flow of 0 reaches the sink, and the cut is "));
}

std::string error_of(std::string_view name, std::string_view setting) {
  Config config;
  try {
    apply_setting(config, setting);
    make_workload(name, config);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Workloads, SizesAreCheckedAndStoredBack) {
  EXPECT_EQ(error_of("atm", "workload.accounts=1"), "workload.accounts: 1 is outside 2..16000000");
  EXPECT_EQ(error_of("atm", "workload.acounts=9"),
            "workload.acounts: atm has no such key, did you mean 'accounts'?");
  EXPECT_EQ(error_of("amt", "workload.accounts=9"), "unknown workload 'amt', did you mean 'atm'?");
  EXPECT_EQ(error_of("cc", "workload.threads=100"),
            "workload.threads: 100 is not a multiple of 32, the width of a block");
  Config config;
  apply_setting(config, "workload.threads=64");
  make_workload("ht-h", config);
  EXPECT_EQ(config.workload.at("threads"), 64u);
  EXPECT_EQ(config.workload.at("entries"), 8000u);
}

TEST(Workloads, DefaultsAreThePapersTable2) {
  Config atm, cloth, high, low;
  EXPECT_EQ(make_workload("atm", atm)->transactions(), 122'880u);
  EXPECT_EQ(make_workload("ht-h", high)->transactions(), 23'040u);
  EXPECT_EQ(make_workload("ht-l", low)->transactions(), 23'040u);
  EXPECT_EQ(make_workload("cl", cloth)->transactions(), 60'200u);
  EXPECT_EQ(atm.workload.at("blocks_per_core"), 3u);
  EXPECT_EQ(high.workload.at("blocks_per_core"), 4u);
}

}  // namespace
}  // namespace gputm::workloads
