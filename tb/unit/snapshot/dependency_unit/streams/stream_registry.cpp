#include <array>

#include "layout.h"

namespace gputm::tb::streams {

// Sizes of ISCA 2017, table 3 and section 6, for the paper's benchmarks.
std::span<const StreamInfo> all_streams() {
  static constexpr std::array kStreams{
      // Sorted linked list, empty at first: one insertion a thread
      StreamInfo{"list", {100, 1, 0}, make_linked_list},
      StreamInfo{"list2", {200, 1, 0}, make_linked_list},
      // Binary search tree: every element is removed; insertions and removals
      StreamInfo{"bst", {1000, 1, 1000}, make_search_tree},
      StreamInfo{"bst2", {100, 1, 1000}, make_search_tree_mix},
      // Red-black tree: insertions and removals
      StreamInfo{"rbtree", {200, 1, 1000}, make_red_black_tree},
      StreamInfo{"rbtree2", {400, 1, 1000}, make_red_black_tree},
      // Karger's minimal cut: contractions of edges
      StreamInfo{"graphcut", {32, 2, 60}, make_graph_cut},
      StreamInfo{"graphcut2", {32, 3, 90}, make_graph_cut},
      // Travel agency: changes of its four tables; reservations for five customers
      StreamInfo{"vacation", {150, 1, 500}, make_vacation_tables},
      StreamInfo{"vacation2", {140, 1, 1000}, make_vacation_customers},
      // Write skew: two withdrawals that keep a sum positive, each on its own
      StreamInfo{"skew", {64, 8, 32}, make_write_skew},
      // Receipts, batches and reports: the anomaly of a transaction that only reads
      StreamInfo{"receipts", {32, 8, 400}, make_receipts},
      // Each transaction reads one word and writes the next of a ring
      StreamInfo{"rings", {960, 4, 12}, make_rings},
  };
  return kStreams;
}

}  // namespace gputm::tb::streams
