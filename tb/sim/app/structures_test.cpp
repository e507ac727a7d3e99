// Workloads over lists and trees: each ends with the structure that its operations leave in any order, and
// its check finds every damage.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "finished_run.h"
#include "workloads/host_memory.h"
#include "workloads/kernels/linked_list.h"
#include "workloads/kernels/red_black_tree.h"
#include "workloads/kernels/search_tree.h"

namespace gputm::workloads {
namespace {

using kernels::field_of;
using kernels::ListNode;
using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(LinkedList, WritesANodeAndALink) {
  const Finished run("list", "ideal", {"workload.elements=40", kLogs});
  EXPECT_EQ(run.check(), "pass");
  EXPECT_EQ(run.result().history, "pass");
  const tm::TransactionCounters& tx = run.result().transactions;
  EXPECT_EQ(tx.commits, 40u);
  EXPECT_EQ(tx.write_words, 4u * 40);
  EXPECT_GT(tx.aborts, 0u) << "lanes that start together meet at the head";
}

TEST(LinkedList, ReadsKeyAndLinkOfEachNodeOnItsWay) {
  // One after the other, lane by lane, so that the reads are known.
  const Finished run("list", "serial", {"workload.elements=30", kLogs});
  ASSERT_EQ(run.check(), "pass");
  std::vector<Word> keys;
  std::uint64_t expected = 0;
  for (std::uint32_t thread = 0; thread < 30; ++thread) {
    const Word key = kernels::list_key(1, thread);
    const auto smaller =
        static_cast<std::uint64_t>(std::ranges::count_if(keys, [&](Word other) { return other < key; }));
    const bool last = smaller == keys.size();
    // Links of the head and of each smaller node, and keys of these and of the first larger one.
    expected += 1 + smaller + smaller + (last ? 0 : 1);
    keys.push_back(key);
  }
  EXPECT_EQ(run.result().transactions.read_words, expected);
}

TEST(LinkedList, LocksGiveTheSameList) {
  EXPECT_EQ(Finished("list", "lock", {"workload.elements=150"}).check(), "pass");
  EXPECT_EQ(Finished("list2", "lock", {}).check(), "pass");
}

TEST(LinkedList, CheckCatchesWhatIsWrong) {
  Finished run("list", "lock", {"workload.elements=20"});
  ASSERT_EQ(run.check(), "pass");
  const Address head = run.argument(0), nodes = run.argument(1);
  const Address first = run.get<ListNode>(head).next;
  const std::string who = "the element of thread " + std::to_string((first - nodes) / sizeof(ListNode));
  const ListNode good = run.get<ListNode>(first);
  const auto with = [&](const ListNode& node) {
    run.put(first, node);
    const std::string found = run.check();
    run.put(first, good);
    return found;
  };
  EXPECT_EQ(with({good.key + 1, good.value, good.next, 0}), who + " has a wrong key");
  EXPECT_EQ(with({good.key, good.value + 1, good.next, 0}), who + " has a wrong value");
  EXPECT_EQ(with({good.key, good.value, good.next, 1}), who + " is still locked");
  EXPECT_EQ(with({good.key, good.value, first, 0}), who + " is in the list twice");
  EXPECT_THAT(with({good.key, good.value, first + 4, 0}), HasSubstr("which is no node"));
  const ListNode second = run.get<ListNode>(good.next);
  EXPECT_THAT(with({good.key, good.value, second.next, 0}), EndsWith("is lost"));
  // The first two nodes are swapped.
  run.put(head, ListNode{0, 0, good.next, 0});
  run.put(good.next, ListNode{second.key, second.value, first, 0});
  run.put(first, ListNode{good.key, good.value, second.next, 0});
  EXPECT_EQ(run.check(), who + " is in a wrong place");
}

constexpr std::initializer_list<const char*> kSmallTree = {"workload.elements=120", "workload.insertions=40",
                                                           "workload.removals=40", kLogs};

class Trees : public ::testing::TestWithParam<const char*> {};

TEST_P(Trees, EndWithTheRightKeys) {
  for (const char* system : {"ideal", "lock", "serial"}) {
    const Finished run(GetParam(), system, kSmallTree);
    EXPECT_EQ(run.check(), "pass") << system;
    EXPECT_EQ(run.transactions(), 80u);
  }
}

TEST_P(Trees, CanGrowFromAFewAndShrinkToNone) {
  EXPECT_EQ(Finished(GetParam(), "ideal",
                     {"workload.elements=1", "workload.insertions=64", "workload.removals=1", kLogs})
                .check(),
            "pass");
  EXPECT_EQ(Finished(GetParam(), "ideal",
                     {"workload.elements=64", "workload.insertions=0", "workload.removals=64", kLogs})
                .check(),
            "pass");
}

TEST_P(Trees, RefuseWhatCannotBe) {
  Config config = small_machine();
  config.workload = {{"elements", 10}, {"removals", 11}};
  EXPECT_THROW(make_workload(GetParam(), config), ConfigError);
  config.workload = {{"insertions", 0}, {"removals", 0}};
  EXPECT_THROW(make_workload(GetParam(), config), ConfigError);
}

INSTANTIATE_TEST_SUITE_P(Forms, Trees, ::testing::Values("bst2", "rbtree"),
                         [](const auto& test) { return std::string(test.param); });

TEST(SearchTree, CheckCatchesWhatIsWrong) {
  Finished run("bst2", "lock", kSmallTree);
  ASSERT_EQ(run.check(), "pass");
  using Tree = kernels::SearchTree<HostMemory>;
  const Address nodes = run.argument(1), root_word = run.argument(0);
  const Word root = run.get<Word>(root_word);
  const auto with = [&](Address address, Word value) {
    const Word good = run.get<Word>(address);
    run.put(address, value);
    const std::string found = run.check();
    run.put(address, good);
    return found;
  };
  EXPECT_EQ(with(run.argument(2), 1), "the tree is still locked");
  EXPECT_THAT(with(root_word, 0), HasSubstr("is lost"));
  EXPECT_THAT(with(root_word, 161), HasSubstr("which is none"));
  EXPECT_THAT(with(field_of(nodes, root, Tree::kKey), 1), HasSubstr("should not be in the tree"));
  EXPECT_THAT(with(field_of(nodes, root, Tree::kLeft), run.get<Word>(field_of(nodes, root, Tree::kRight))),
              HasSubstr("is not in order"));
  EXPECT_THAT(with(field_of(nodes, root, Tree::kLeft), 0), HasSubstr("is lost"));
}

TEST(RedBlackTree, CheckCatchesWhatIsWrong) {
  Finished run("rbtree", "lock", kSmallTree);
  ASSERT_EQ(run.check(), "pass");
  using Tree = kernels::RedBlackTree<HostMemory>;
  const Address nodes = run.argument(1);
  const Word root = run.get<Word>(run.argument(0));
  const auto field = [&](Word node, Tree::Field of) { return field_of(nodes, node, of); };
  const auto with = [&](Address address, Word value) {
    const Word good = run.get<Word>(address);
    run.put(address, value);
    const std::string found = run.check();
    run.put(address, good);
    return found;
  };
  EXPECT_EQ(with(field(root, Tree::kRed), 1), "the root of a red-black tree is red");
  const Word left = run.get<Word>(field(root, Tree::kLeft));
  EXPECT_THAT(with(field(left, Tree::kParent), 0), EndsWith("names another parent"));
  // Any other node's colour changed makes path lengths differ, or two red nodes adjacent.
  const Word red = run.get<Word>(field(left, Tree::kRed));
  EXPECT_THAT(with(field(left, Tree::kRed), 1 - red),
              ::testing::AnyOf(HasSubstr("differ in black nodes"), HasSubstr("and its parent are red")));
}

}  // namespace
}  // namespace gputm::workloads
