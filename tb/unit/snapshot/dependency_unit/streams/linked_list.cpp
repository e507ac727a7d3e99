// Sorted singly linked list (ISCA 2017, section 6, Linked List).
#include "layout.h"

namespace gputm::tb::streams {
namespace {

constexpr Address kHead = 0x1000;
constexpr Address kListNodes = 0x2000;
enum NodeField : unsigned { kKey, kNext };

class LinkedList final : public Stream {
 public:
  explicit LinkedList(const StreamSizes& sizes) : sizes_(sizes) {}

  StreamMemory setup(Rng& rng) override {
    const unsigned insertions = sizes_.threads * sizes_.transactions;
    for (unsigned i = 0; i < sizes_.size + insertions; ++i) keys_.push_back(rng.below(1u << 31));
    StreamMemory memory;
    for (unsigned i = 0; i < sizes_.size; ++i) {
      run_alone(memory, [&](StreamView& view) { insert(view, i); });
    }
    return memory;
  }

  void run(StreamView& view, unsigned thread, unsigned index) override {
    insert(view, sizes_.size + thread * sizes_.transactions + index);
  }

  std::string check(StreamMemory& memory) override {
    std::size_t count = 0;
    Word last = 0;
    for (Word node = memory[kHead]; node != 0; node = memory[field_of(kListNodes, node, kNext)], ++count) {
      const Word key = memory[field_of(kListNodes, node, kKey)];
      if (key < last || count > keys_.size()) return "the list is not sorted";
      last = key;
    }
    return count == keys_.size() ? "pass" : "the list has " + std::to_string(count) + " elements";
  }

 private:
  void insert(StreamView& view, unsigned number) {
    Address link = kHead;
    Word next = view.read(link);
    while (next != 0 && view.read(field_of(kListNodes, next, kKey)) < keys_[number]) {
      link = field_of(kListNodes, next, kNext);
      next = view.read(link);
    }
    const Word node = number + 1;
    view.write(field_of(kListNodes, node, kKey), keys_[number]);
    view.write(field_of(kListNodes, node, kNext), next);
    view.write(link, node);
  }

  StreamSizes sizes_;
  std::vector<Word> keys_;  ///< key of node i + 1
};

}  // namespace

std::unique_ptr<Stream> make_linked_list(const StreamSizes& sizes) {
  return std::make_unique<LinkedList>(sizes);
}

}  // namespace gputm::tb::streams
