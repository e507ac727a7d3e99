// Unbalanced binary search tree (ISCA 2017, section 6, Binary Tree).
#include <algorithm>
#include <numeric>

#include "layout.h"
#include "workloads/kernels/search_tree.h"

namespace gputm::tb::streams {
namespace {

constexpr Address kRoot = 0x1000;
constexpr Address kTreeNodes = 0x2000;
using Tree = kernels::SearchTree<StreamView>;

class SearchTree final : public Stream {
 public:
  /// `mixed`: half of the transactions insert; otherwise all remove.
  SearchTree(const StreamSizes& sizes, bool mixed) : sizes_(sizes), mixed_(mixed) {}

  StreamMemory setup(Rng& rng) override {
    // Even keys are present at the start, odd ones are inserted.
    std::vector<Word> order(sizes_.size);
    std::iota(order.begin(), order.end(), 1);
    std::ranges::shuffle(order, rng);
    StreamMemory memory;
    for (const Word number : order) {
      run_alone(memory, [&](StreamView& view) { tree_.insert(view, number, 2 * number); });
    }
    std::ranges::shuffle(order, rng);
    victims_ = order;
    expected_ = sizes_.size;
    for (unsigned i = 0; i < sizes_.threads * sizes_.transactions && i < victims_.size(); ++i) {
      if (inserts(i)) {
        ++expected_;
      } else {
        --expected_;
      }
    }
    return memory;
  }

  void run(StreamView& view, unsigned thread, unsigned index) override {
    const unsigned number = thread * sizes_.transactions + index;
    if (number >= victims_.size()) return;
    if (inserts(number)) {
      tree_.insert(view, sizes_.size + 1 + number, 2 * victims_[number] + 1);
    } else {
      tree_.remove(view, 2 * victims_[number]);
    }
  }

  std::string check(StreamMemory& memory) override {
    std::size_t count = 0;
    std::vector<std::pair<Word, std::pair<std::int64_t, std::int64_t>>> open{
        {memory[kRoot], {-1, 1LL << 32}}};
    while (!open.empty()) {
      const auto [node, bounds] = open.back();
      open.pop_back();
      if (node == 0) continue;
      const std::int64_t key = memory[field_of(kTreeNodes, node, Tree::kKey)];
      if (++count > expected_ || key < bounds.first || key > bounds.second) return "the tree is not in order";
      open.push_back({memory[field_of(kTreeNodes, node, Tree::kLeft)], {bounds.first, key}});
      open.push_back({memory[field_of(kTreeNodes, node, Tree::kRight)], {key, bounds.second}});
    }
    return count == expected_ ? "pass" : "the tree has " + std::to_string(count) + " elements";
  }

 private:
  bool inserts(unsigned number) const { return mixed_ && number % 2 == 0; }

  StreamSizes sizes_;
  bool mixed_;
  Tree tree_{kRoot, kTreeNodes};
  std::vector<Word> victims_;
  std::size_t expected_ = 0;
};

}  // namespace

std::unique_ptr<Stream> make_search_tree(const StreamSizes& sizes) {
  return std::make_unique<SearchTree>(sizes, false);
}
std::unique_ptr<Stream> make_search_tree_mix(const StreamSizes& sizes) {
  return std::make_unique<SearchTree>(sizes, true);
}

}  // namespace gputm::tb::streams
