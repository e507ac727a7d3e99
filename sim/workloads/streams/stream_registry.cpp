#include <array>

#include "workloads/streams/layout.h"

namespace gputm::workloads {

// Sizes of ISCA 2017, table 3 and section 6, for the paper's benchmarks.
std::span<const StreamInfo> all_streams() {
  static constexpr std::array kStreams{
      StreamInfo{"list",
                 "sorted linked list, empty at first: one insertion a thread",
                 {100, 1, 0},
                 make_linked_list},
      StreamInfo{"list2", "the same with twice the threads", {200, 1, 0}, make_linked_list},
      StreamInfo{"bst", "binary search tree: every element is removed", {1000, 1, 1000}, make_search_tree, 1},
      StreamInfo{
          "bst2", "binary search tree: insertions and removals", {100, 1, 1000}, make_search_tree_mix, 1},
      StreamInfo{"rbtree", "red-black tree: insertions and removals", {200, 1, 1000}, make_red_black_tree, 1},
      StreamInfo{"rbtree2", "the same with twice the threads", {400, 1, 1000}, make_red_black_tree, 1},
      StreamInfo{"graphcut", "Karger's minimal cut: contractions of edges", {32, 2, 60}, make_graph_cut, 2},
      StreamInfo{"graphcut2", "the same on a larger graph", {32, 3, 90}, make_graph_cut, 2},
      StreamInfo{
          "vacation", "travel agency: changes of its four tables", {150, 1, 500}, make_vacation_tables, 5},
      StreamInfo{"vacation2",
                 "travel agency: reservations for five customers",
                 {140, 1, 1000},
                 make_vacation_customers,
                 5},
      StreamInfo{"skew",
                 "write skew: two withdrawals that keep a sum positive, each on its own",
                 {64, 8, 32},
                 make_write_skew,
                 1},
      StreamInfo{"receipts",
                 "receipts, batches and reports: the anomaly of a transaction that only reads",
                 {32, 8, 400},
                 make_receipts},
      StreamInfo{"rings",
                 "each transaction reads one word and writes the next of a ring",
                 {960, 4, 12},
                 make_rings,
                 2},
  };
  return kStreams;
}

}  // namespace gputm::workloads
