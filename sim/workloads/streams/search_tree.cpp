// Unbalanced binary search tree (ISCA 2017, section 6, Binary Tree).
#include <algorithm>
#include <numeric>

#include "workloads/streams/layout.h"

namespace gputm::workloads {
namespace {

constexpr Address kRoot = 0x1000;
constexpr Address kNodes = 0x2000;
enum Field : unsigned { kKey, kLeft, kRight };

class SearchTree final : public Stream {
 public:
  /// `mixed`: half of the transactions insert; else all remove.
  SearchTree(const StreamSizes& sizes, bool mixed) : sizes_(sizes), mixed_(mixed) {}

  StreamMemory setup(Rng& rng) override {
    // Even keys are there at the start, odd ones come.
    std::vector<Word> order(sizes_.size);
    std::iota(order.begin(), order.end(), 1);
    std::ranges::shuffle(order, rng);
    StreamMemory memory;
    for (const Word number : order) {
      run_alone(memory, [&](StreamView& view) { insert(view, number, 2 * number); });
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
      insert(view, sizes_.size + 1 + number, 2 * victims_[number] + 1);
    } else {
      remove(view, 2 * victims_[number]);
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
      const std::int64_t key = memory[field_of(kNodes, node, kKey)];
      if (++count > expected_ || key < bounds.first || key > bounds.second) return "the tree is not in order";
      open.push_back({memory[field_of(kNodes, node, kLeft)], {bounds.first, key}});
      open.push_back({memory[field_of(kNodes, node, kRight)], {key, bounds.second}});
    }
    return count == expected_ ? "pass" : "the tree has " + std::to_string(count) + " elements";
  }

 private:
  bool inserts(unsigned number) const { return mixed_ && number % 2 == 0; }

  /// The word that points at the key's node, or where it would be.
  Address find(StreamView& view, Word key) {
    Address link = kRoot;
    for (Word node = view.read(link); node != 0; node = view.read(link)) {
      const Word here = view.read(field_of(kNodes, node, kKey));
      if (here == key) break;
      link = field_of(kNodes, node, key < here ? kLeft : kRight);
    }
    return link;
  }

  void insert(StreamView& view, Word node, Word key) {
    const Address link = find(view, key);
    view.write(field_of(kNodes, node, kKey), key);
    view.write(link, node);
  }

  void remove(StreamView& view, Word key) {
    const Address link = find(view, key);
    const Word node = view.read(link);
    if (node == 0) return;
    const Word left = view.read(field_of(kNodes, node, kLeft));
    const Word right = view.read(field_of(kNodes, node, kRight));
    if (left == 0 || right == 0) {
      view.write(link, left == 0 ? right : left);
      return;
    }
    // The next larger element takes the place.
    Address next_link = field_of(kNodes, node, kRight);
    Word next = right;
    for (Word smaller = view.read(field_of(kNodes, next, kLeft)); smaller != 0;
         smaller = view.read(field_of(kNodes, next, kLeft))) {
      next_link = field_of(kNodes, next, kLeft);
      next = smaller;
    }
    if (next != right) {
      view.write(next_link, view.read(field_of(kNodes, next, kRight)));
      view.write(field_of(kNodes, next, kRight), right);
    }
    view.write(field_of(kNodes, next, kLeft), left);
    view.write(link, next);
  }

  StreamSizes sizes_;
  bool mixed_;
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

}  // namespace gputm::workloads
