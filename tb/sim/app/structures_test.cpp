// Workloads over lists and trees: each ends with the structure that its operations leave in any order, and
// its check finds every damage.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "finished_run.h"
#include "workloads/host_memory.h"
#include "workloads/kernels/linked_list.h"
#include "workloads/kernels/list_changes.h"
#include "workloads/kernels/queue.h"
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

constexpr std::initializer_list<const char*> kSmallList = {"workload.elements=20", "workload.insertions=16",
                                                           "workload.removals=16", kLogs};

TEST(ListChanges, ReadKeysAndLinksOnTheirWayAndWriteTwoLinks) {
  // One after the other, lane by lane, so that the reads are known.
  const Finished run("list-mix", "serial", kSmallList);
  ASSERT_EQ(run.check(), "pass");
  EXPECT_EQ(run.result().history, "pass");
  std::set<Word> keys;
  for (Word number = 1; number <= 20; ++number) keys.insert(2 * number);
  std::uint64_t expected = 0;
  for (std::uint32_t thread = 0; thread < 32; ++thread) {
    const Word key = run.get<Word>(run.argument(2) + 4 * thread);
    const auto at = keys.lower_bound(key);
    // Links of the head and of each smaller node, keys of these and of the next one.
    const auto smaller = static_cast<std::uint64_t>(std::distance(keys.begin(), at));
    expected += 1 + 2 * smaller + (at == keys.end() ? 0 : 1);
    if (thread < 16) {
      keys.insert(key);
    } else {
      keys.erase(at);
      ++expected;  // the removed node's link
    }
  }
  EXPECT_EQ(run.result().transactions.read_words, expected);
  EXPECT_EQ(run.result().transactions.write_words, 2U * 32);
}

TEST(ListChanges, EndWithTheRightKeys) {
  for (const char* system : {"ideal", "lock", "lock_free", "serial"}) {
    EXPECT_EQ(Finished("list-mix", system, kSmallList).check(), "pass") << system;
    EXPECT_EQ(Finished("list-mix", system,
                       {"workload.elements=64", "workload.insertions=0", "workload.removals=64", kLogs})
                  .check(),
              "pass")
        << system;
  }
}

TEST(ListChanges, CheckCatchesWhatIsWrong) {
  Finished run("list-mix", "lock", kSmallList);
  ASSERT_EQ(run.check(), "pass");
  const Address head = run.argument(0), nodes = run.argument(1);
  const Address first = run.get<ListNode>(head).next;
  const ListNode good = run.get<ListNode>(first), second = run.get<ListNode>(good.next);
  const auto with = [&](const ListNode& node) {
    run.put(first, node);
    const std::string found = run.check();
    run.put(first, good);
    return found;
  };
  EXPECT_THAT(with({good.key - 1, 0, good.next, 0}), EndsWith("should not be in the list"));
  EXPECT_THAT(with({good.key, 0, good.next, 1}), EndsWith("is still locked"));
  EXPECT_THAT(with({good.key, 0, first, 0}), HasSubstr(" is behind key "));
  EXPECT_THAT(with({good.key, 0, good.next | kernels::kRemovedMark, 0}), HasSubstr("which is no node"));
  EXPECT_THAT(with({good.key, 0, nodes - 16, 0}), HasSubstr("which is no node"));
  EXPECT_EQ(with({good.key, 0, second.next, 0}), "key " + std::to_string(second.key) + " is lost");
  run.put(head, ListNode{0, 0, first, 1});
  EXPECT_EQ(run.check(), "the head is still locked");
}

TEST(ListChanges, RefuseWhatCannotBe) {
  Config config = small_machine();
  config.workload = {{"elements", 10}, {"removals", 11}};
  EXPECT_THROW(make_workload("list-mix", config), ConfigError);
}

constexpr std::initializer_list<const char*> kSmallQueue = {"workload.blocks=2", "workload.rounds=3"};

TEST(Queue, ATransactionPutsAnItemAndOneRemovesIt) {
  const Finished run("queue", "ideal", kSmallQueue);
  EXPECT_EQ(run.check(), "pass");
  EXPECT_EQ(run.result().history, "pass");
  constexpr std::uint64_t kItems = 2 * 64 * 3;
  const tm::TransactionCounters& tx = run.result().transactions;
  EXPECT_EQ(tx.commits, 2 * kItems);
  EXPECT_EQ(run.transactions(), 2 * kItems);
  // The tail and the last place; the head, its link, item and place
  EXPECT_EQ(tx.read_words, (2 + 4) * kItems);
  // A node, the link to it, the tail; the head
  EXPECT_EQ(tx.write_words, (5 + 1) * kItems);
}

TEST(Queue, EachFormKeepsTheOrder) {
  for (const char* system : {"lock", "lock_free", "serial"})
    EXPECT_EQ(Finished("queue", system, kSmallQueue).check(), "pass") << system;
}

TEST(Queue, CheckCatchesWhatIsWrong) {
  using kernels::QueueEnds;
  using kernels::QueueNode;
  using kernels::Removed;
  Finished run("queue", "lock", kSmallQueue);
  ASSERT_EQ(run.check(), "pass");
  const Address ends = run.argument(0), nodes = run.argument(1), removed = run.argument(2);
  const auto with = [&]<typename T>(Address address, const T& value) {
    const T good = run.get<T>(address);
    run.put(address, value);
    const std::string found = run.check();
    run.put(address, good);
    return found;
  };
  // Thread 5 in its first and second rounds
  constexpr Address kEntry = sizeof(Removed);
  const Address first_round = removed + 5 * kEntry, second_round = first_round + 128 * kEntry;
  const Removed first = run.get<Removed>(first_round), second = run.get<Removed>(second_round);
  EXPECT_EQ(with(first_round, Removed{0, 0}), "thread 5, round 0 found the queue empty");
  EXPECT_EQ(with(first_round, Removed{385, first.position}),
            "thread 5, round 0 removed item 385, which is none");
  EXPECT_THAT(with(first_round, Removed{first.item, 385}), EndsWith("had place 385"));
  EXPECT_THAT(with(first_round, Removed{second.item, first.position}), EndsWith("was removed twice"));
  EXPECT_THAT(with(first_round, Removed{first.item, second.position}), HasSubstr("had place"));
  run.put(first_round, second);
  EXPECT_THAT(with(second_round, first), EndsWith("removed an earlier item"));
  run.put(first_round, first);
  const QueueEnds good = run.get<QueueEnds>(ends);
  QueueEnds bad = good;
  bad.tail_lock = 1;
  EXPECT_EQ(with(ends, bad), "an end of the queue is still locked");
  bad = good;
  bad.head = 0;
  EXPECT_EQ(with(ends, bad), "the head is node 0, which is none");
  bad = good;
  bad.tail = good.head % 100 + 1;
  EXPECT_THAT(with(ends, bad), HasSubstr("the tail is node "));
  const Address last = nodes + good.head * static_cast<Address>(sizeof(QueueNode));
  const QueueNode node = run.get<QueueNode>(last);
  EXPECT_EQ(with(last, QueueNode{1, node.position, node.item, 0}), "an item is left in the queue");
  EXPECT_EQ(with(last, QueueNode{0, 7, node.item, 0}), "the last node had place 7");
}

/// Items of a thread that the queue gives in another order, though each once.
TEST(Queue, CheckCatchesAnOrderThatIsNoneOfAQueue) {
  Finished run("queue", "lock", kSmallQueue);
  const Address removed = run.argument(2);
  const auto entry = [&](std::uint32_t i) {
    return removed + i * static_cast<Address>(sizeof(kernels::Removed));
  };
  const auto find = [&](Word item) {
    std::uint32_t i = 0;
    while (run.get<kernels::Removed>(entry(i)).item != item) ++i;
    return entry(i);
  };
  // The items of thread 5 in rounds 0 and 1 change their places.
  const Address a = find(6), b = find(6 + 128);
  const auto first = run.get<kernels::Removed>(a), second = run.get<kernels::Removed>(b);
  run.put(a, kernels::Removed{second.item, first.position});
  run.put(b, kernels::Removed{first.item, second.position});
  EXPECT_EQ(run.check(), "item 134 was before item 6 of its thread");
}

TEST(Queue, RefusesMoreThreadsThanALinkCanName) {
  Config config = small_machine();
  config.workload = {{"blocks", 64}, {"threads", 1024}};
  EXPECT_THROW(make_workload("queue", config), ConfigError);
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
