// Transactions that are incorrect under snapshot isolation alone, and checks of their results.
#include "layout.h"

namespace gputm::tb::streams {
namespace {

constexpr Address kWords = 0x1000;

/// Pairs of accounts with a sum that must not be negative; a withdrawal reads both and changes one. `size`:
/// number of pairs
class WriteSkew final : public Stream {
 public:
  explicit WriteSkew(const StreamSizes& sizes) : sizes_(sizes) {}

  StreamMemory setup(Rng&) override {
    StreamMemory memory;
    for (unsigned account = 0; account < 2 * sizes_.size; ++account)
      memory[word_of(kWords, account)] = kAmount / 2;
    return memory;
  }

  void run(StreamView& view, unsigned thread, unsigned) override {
    const unsigned own = thread % (2 * sizes_.size);
    const Word mine = view.read(word_of(kWords, own));
    const Word sum = mine + view.read(word_of(kWords, own ^ 1));
    view.write(word_of(kWords, own), sum >= kAmount ? mine - kAmount : mine + kAmount);
  }

  std::string check(StreamMemory& memory) override {
    for (unsigned pair = 0; pair < sizes_.size; ++pair) {
      const Word sum = memory[word_of(kWords, 2 * pair)] + memory[word_of(kWords, 2 * pair + 1)];
      if (sum != 0 && sum != kAmount) return "pair " + std::to_string(pair) + " has an impossible sum";
    }
    return "pass";
  }

 private:
  static constexpr Word kAmount = 100;
  StreamSizes sizes_;
};

/// A receipt belongs to the batch that was open at its begin; it reads `size` prices. Closing a batch opens
/// the next; a report on the last closed batch must find all receipts that the batch will ever have
class Receipts final : public Stream {
 public:
  explicit Receipts(const StreamSizes& sizes) : sizes_(sizes) {}

  StreamMemory setup(Rng&) override { return {{kBatch, 1}}; }

  void run(StreamView& view, unsigned thread, unsigned index) override {
    const unsigned number = thread * sizes_.transactions + index;
    const Word batch = view.read(kBatch);
    switch (role(number)) {
      case Role::kReceipt:
        for (unsigned price = 0; price < sizes_.size; ++price) view.read(word_of(kPrices, price));
        view.write(receipt(number), batch);
        break;
      case Role::kClose:
        view.write(kBatch, batch + 1);
        break;
      case Role::kReport:
        view.write(report(number), batch - 1);
        view.write(report(number) + sizeof(Word),
                   receipts_of(batch - 1, [&](Address address) { return view.read(address); }));
        break;
    }
  }

  std::string check(StreamMemory& memory) override {
    const auto look = [&](Address address) { return memory[address]; };
    for (unsigned number = 0; number < sizes_.threads * sizes_.transactions; ++number) {
      const Word batch = memory[report(number)];
      if (batch != 0 && memory[report(number) + sizeof(Word)] != receipts_of(batch, look)) {
        return "a report on batch " + std::to_string(batch) + " missed a receipt";
      }
    }
    return "pass";
  }

 private:
  static constexpr Address kBatch = 0x100;
  static constexpr Address kPrices = 0x4000000;
  static constexpr Address kReports = 0x8000000;
  enum class Role : std::uint8_t { kReceipt, kReport, kClose };

  /// All roles occur at any time.
  Role role(unsigned number) const {
    const unsigned turn = (number / sizes_.transactions + number % sizes_.transactions) % 8;
    if (turn == 7) return Role::kClose;
    return turn % 2 == 0 ? Role::kReceipt : Role::kReport;
  }
  template <typename F>
  Word receipts_of(Word batch, F&& look) const {
    Word count = 0;
    for (unsigned number = 0; number < sizes_.threads * sizes_.transactions; ++number) {
      if (role(number) == Role::kReceipt && look(receipt(number)) == batch) ++count;
    }
    return count;
  }
  static Address receipt(unsigned number) { return word_of(kWords, number); }
  static Address report(unsigned number) { return word_of(kReports, 2 * number); }
  StreamSizes sizes_;
};

/// Rings of `size` words; one transaction per word copies the word, plus one, to the next. If each reads the
/// initial value of the previous word, each would have to precede its predecessor
class Rings final : public Stream {
 public:
  explicit Rings(const StreamSizes& sizes) : sizes_(sizes) {}

  StreamMemory setup(Rng&) override { return {}; }

  void run(StreamView& view, unsigned thread, unsigned index) override {
    const unsigned ring = index * rings_a_round() + thread / sizes_.size;
    if (thread / sizes_.size == rings_a_round()) return;  // too few threads are left for another ring
    const unsigned place = thread % sizes_.size;
    const Word value = view.read(word(ring, place));
    view.write(word(ring, (place + 1) % sizes_.size), value + 1);
  }

  std::string check(StreamMemory& memory) override {
    for (unsigned ring = 0; ring < rings_a_round() * sizes_.transactions; ++ring) {
      bool all = true;
      for (unsigned place = 0; place < sizes_.size; ++place) all = all && memory[word(ring, place)] == 1;
      if (all) return "no transaction is first in ring " + std::to_string(ring);
    }
    return "pass";
  }

 private:
  unsigned rings_a_round() const { return sizes_.threads / sizes_.size; }
  Address word(unsigned ring, unsigned place) const { return word_of(kWords, ring * sizes_.size + place); }
  StreamSizes sizes_;
};

}  // namespace

std::unique_ptr<Stream> make_write_skew(const StreamSizes& sizes) {
  return std::make_unique<WriteSkew>(sizes);
}
std::unique_ptr<Stream> make_receipts(const StreamSizes& sizes) { return std::make_unique<Receipts>(sizes); }
std::unique_ptr<Stream> make_rings(const StreamSizes& sizes) { return std::make_unique<Rings>(sizes); }

}  // namespace gputm::tb::streams
