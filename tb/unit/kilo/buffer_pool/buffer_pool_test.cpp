// buffer_pool: each buffer has one owner, words are kept, and a bank serves one reader per cycle, the first
// that requests.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "Vbuffer_pool.h"
#include "common/stalls.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"

namespace gputm::tb::buffer_pool_test {
namespace {

constexpr unsigned kBuffers = 6, kWords = 4, kBanks = 2, kReaders = 3;
constexpr unsigned kRequestBits = 25, kResponseBits = 63;

struct Place {
  unsigned buffer, word;
  unsigned bank() const { return (buffer + word) % kBanks; }
};
using Contents = std::array<std::array<std::optional<std::uint64_t>, kWords>, kBuffers>;

Place random_place(Rng& rng) {
  return {static_cast<unsigned>(below(rng, kBuffers)), static_cast<unsigned>(below(rng, kWords))};
}

template <typename Model>
class PoolBench {
 public:
  explicit PoolBench(Rng& rng) : rng_(rng), takes_(rng), gives_(rng), stores_(rng), reads_(rng) {
    auto& dut = bench_.dut();
    dut.alloc_ready_i = 0;
    dut.free_valid_i = 0;
    dut.store_valid_i = 0;
    for (unsigned reader = 0; reader < kReaders; ++reader)
      set_bits(dut.read_i, reader * kRequestBits, kRequestBits, 0);
    bench_.reset();
  }

  void cycle() {
    auto& dut = bench_.dut();
    drive_owners(dut);
    drive_readers(dut);
    bench_.settle();
    check_owners(dut);
    check_data(dut);
    check_grants(dut);
    bench_.step();
    if (storing_) contents_[storing_->buffer][storing_->word] = stored_;
  }
  std::optional<std::string> failure() const { return bench_.failure(); }
  std::uint64_t conflicts() const { return conflicts_; }

 private:
  void drive_owners(Model& dut) {
    dut.alloc_ready_i = takes_.go();
    dut.free_valid_i = !owned_.empty() && gives_.go();
    if (dut.free_valid_i) {
      auto pick = owned_.begin();
      std::advance(pick, static_cast<std::ptrdiff_t>(below(rng_, owned_.size())));
      drive(dut.free_buffer_i, *pick);
    }
    storing_.reset();
    if (stores_.go()) storing_ = random_place(rng_);
    dut.store_valid_i = storing_.has_value();
    if (!storing_) return;
    stored_ = rng_() & ((std::uint64_t{1} << kLogWordBits) - 1);
    LogStorePort{stored_, storing_->word, storing_->buffer}.put(dut.store_i);
  }

  // A reader holds its request until it is served. No word is read in the cycle in which it is stored.
  void drive_readers(Model& dut) {
    for (unsigned reader = 0; reader < kReaders; ++reader) {
      auto& wanted = wanted_[reader];
      if (!wanted && reads_.go()) wanted = random_place(rng_);
      LogReadRequest request;
      if (wanted) {
        request = {wanted->word, wanted->buffer, !is(storing_, *wanted)};
      }
      asks_[reader] = request.req;
      set_bits(dut.read_i, reader * kRequestBits, kRequestBits, request.packed());
    }
  }

  static bool is(const std::optional<Place>& place, const Place& other) {
    return place && place->buffer == other.buffer && place->word == other.word;
  }

  void check_owners(Model& dut) {
    bench_.require(!dut.alloc_empty_o || owned_.size() == kBuffers, "empty with free buffers");
    if (dut.alloc_valid_o) {
      bench_.require(dut.alloc_buffer_o < kBuffers && !owned_.contains(dut.alloc_buffer_o),
                     "buffer with two owners");
    }
    if (dut.free_valid_i) owned_.erase(dut.free_buffer_i);
    if (dut.alloc_valid_o && dut.alloc_ready_i) owned_.insert(dut.alloc_buffer_o);
  }

  void check_data(Model& dut) {
    for (unsigned reader = 0; reader < kReaders; ++reader) {
      const std::uint64_t data = get_bits(dut.read_o, reader * kResponseBits, kLogWordBits);
      bench_.require(!due_[reader] || *due_[reader] == data, "wrong word");
      due_[reader] = read_[reader];
      read_[reader].reset();
    }
  }

  void check_grants(Model& dut) {
    std::array<bool, kBanks> busy{};
    for (unsigned reader = 0; reader < kReaders; ++reader) {
      const bool granted = get_bits(dut.read_o, reader * kResponseBits + kLogWordBits, 1) != 0;
      bench_.require(asks_[reader] || !granted, "grant that nobody asked for");
      if (!asks_[reader]) continue;
      const Place place = *wanted_[reader];
      bench_.require(granted == !busy[place.bank()], "bank to the wrong reader");
      conflicts_ += busy[place.bank()];
      busy[place.bank()] = true;
      if (!granted) continue;
      read_[reader] = contents_[place.buffer][place.word];
      wanted_[reader].reset();
    }
  }

  Unprotected<Model> bench_;
  Rng& rng_;
  StallStream takes_, gives_, stores_, reads_;
  std::set<unsigned> owned_;
  Contents contents_;
  std::optional<Place> storing_;
  std::uint64_t stored_ = 0;  // the next word stored
  std::array<bool, kReaders> asks_{};
  std::array<std::optional<Place>, kReaders> wanted_;
  std::array<std::optional<std::uint64_t>, kReaders> due_,
      read_;  // words returned in this cycle and the next
  std::uint64_t conflicts_ = 0;
};

TEST(BufferPool, KeepsWordsAndServesOneReaderABank) {
  Rng rng = seeded_rng(52);
  PoolBench<Vbuffer_pool> bench(rng);
  const std::uint64_t cycles = run_length(100000);
  for (std::uint64_t i = 0; i < cycles && !bench.failure(); ++i) bench.cycle();
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.conflicts(), cycles / 20);
}

}  // namespace
}  // namespace gputm::tb::buffer_pool_test
