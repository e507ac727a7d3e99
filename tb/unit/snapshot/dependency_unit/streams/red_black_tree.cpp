// Red-black tree (ISCA 2017, section 6, Red Black Tree).
#include "red_black_tree.h"

#include <algorithm>
#include <numeric>

#include "layout.h"

namespace gputm::tb::streams {

std::string check(const RedBlackTree& tree, StreamView& view, std::size_t& count) {
  struct Place {
    Word node;
    std::int64_t above, below;  ///< exclusive limits of its keys
  };
  std::vector<Place> open{{tree.root(view), -1, std::int64_t{1} << 32}};
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    if (place.node == 0) continue;
    const Word key = tree.get(view, place.node, RedBlackTree::kKey);
    if (key <= place.above || key >= place.below) return "a red-black tree is not in order";
    ++count;
    open.push_back({tree.get(view, place.node, RedBlackTree::kLeft), place.above, key});
    open.push_back({tree.get(view, place.node, RedBlackTree::kRight), key, place.below});
  }
  return workloads::broken_rule(tree, view).value_or("pass");
}

namespace {

class RedBlackTreeStream final : public Stream {
 public:
  explicit RedBlackTreeStream(const StreamSizes& sizes) : sizes_(sizes) {}

  StreamMemory setup(Rng& rng) override {
    // Even keys are present at the start, odd ones are inserted.
    std::vector<Word> order(sizes_.size);
    std::iota(order.begin(), order.end(), 1);
    std::ranges::shuffle(order, rng);
    StreamMemory memory;
    for (const Word number : order) {
      run_alone(memory, [&](StreamView& view) { tree_.insert(view, number, 2 * number, number); });
    }
    std::ranges::shuffle(order, rng);
    order_ = order;
    return memory;
  }

  void run(StreamView& view, unsigned thread, unsigned index) override {
    const unsigned number = thread * sizes_.transactions + index;
    if (number >= order_.size()) return;
    if (number % 2 == 0) {
      tree_.insert(view, sizes_.size + 1 + number, 2 * order_[number] + 1, number);
    } else {
      tree_.remove(view, 2 * order_[number]);
    }
  }

  std::string check(StreamMemory& memory) override {
    const std::size_t changes = std::min<std::size_t>(sizes_.threads * sizes_.transactions, sizes_.size);
    const std::size_t expected = sizes_.size + (changes + 1) / 2 - changes / 2;
    std::size_t count = 0;
    std::string result;
    run_alone(memory, [&](StreamView& view) { result = streams::check(tree_, view, count); });
    if (result == "pass" && count != expected) result = "the tree has " + std::to_string(count) + " elements";
    return result;
  }

 private:
  StreamSizes sizes_;
  RedBlackTree tree_{0x1000, 0x2000};
  std::vector<Word> order_;
};

}  // namespace

std::unique_ptr<Stream> make_red_black_tree(const StreamSizes& sizes) {
  return std::make_unique<RedBlackTreeStream>(sizes);
}

}  // namespace gputm::tb::streams
