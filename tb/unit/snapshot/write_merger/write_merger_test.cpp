// write_merger against a list of accesses: neighbours in a sector share one, sets never do, every set ends
// with its last beat; one access per cycle. Random stalls.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "Vwrite_merger.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

// Parameters of the model
constexpr unsigned kSets = 4, kSectorWords = 4, kSectors = 4, kDataBits = 4;

struct Beat {
  unsigned id = 0, block = 0, data = 0;
  bool last = false, writes = false;
};
struct Access {
  unsigned id = 0, sector = 0, mask = 0;
  std::array<unsigned, kSectorWords> data = {};
  bool last = false;
};

template <typename Model>
class MergerBench : public ModuleBench<Model> {
 public:
  explicit MergerBench(Rng& rng) : rng_(rng), beats_(rng), accesses_(rng) {
    this->dut().beat_valid_i = this->dut().access_ready_i = 0;
    this->reset();
    this->settle();
    this->expect("busy", this->dut().busy_o, false);
  }
  void cycle(bool stalls) {
    auto& dut = this->dut();
    if (!dut.beat_valid_i && (!stalls || beats_.go())) offer(stalls);
    dut.access_ready_i = !stalls || accesses_.go();
    this->settle();
    this->expect("busy", dut.busy_o || due_.empty(), true);
    const bool taken = dut.beat_valid_i && dut.beat_ready_o;
    if (taken) take();
    if (dut.access_valid_o && dut.access_ready_i) check();
    this->tick();
    if (taken) dut.beat_valid_i = 0;
  }
  /// No more inputs; all pending accesses leave.
  bool drains() {
    auto& dut = this->dut();
    while (!this->failed() && (dut.beat_valid_i || !offered_.last)) cycle(true);
    dut.access_ready_i = 1;
    for (unsigned i = 0; i < 8; ++i) {
      this->settle();
      if (dut.access_valid_o) check();
      this->tick();
    }
    this->settle();
    return due_.empty() && !dut.busy_o;
  }
  std::uint64_t words() const { return words_; }
  std::uint64_t written() const { return written_; }

 private:
  unsigned random(std::uint64_t bound) { return static_cast<unsigned>(below(rng_, bound)); }

  /// Without stalls each word is in another sector than the previous one.
  void offer(bool stalls) {
    if (offered_.last) offered_.id = random(kSets);
    const unsigned sector = offered_.block / kSectorWords;
    if (!stalls)
      offered_.block = (sector + 1) % kSectors * kSectorWords + random(kSectorWords);
    else
      offered_.block =
          one_in(rng_, 4) ? random(kSectors * kSectorWords) : sector * kSectorWords + random(kSectorWords);
    offered_.data = random(1U << kDataBits);
    offered_.writes = !stalls || !one_in(rng_, 4);
    offered_.last = one_in(rng_, 5);
    auto& dut = this->dut();
    dut.beat_valid_i = 1;
    drive(dut.beat_id_i, offered_.id);
    drive(dut.beat_last_i, offered_.last);
    drive(dut.beat_writes_i, offered_.writes);
    drive(dut.beat_block_i, offered_.block);
    drive(dut.beat_data_i, offered_.data);
  }
  /// Effect of the beat: the access at the end of `due_` is open until another follows it or a set ends.
  void take() {
    const Beat& beat = offered_;
    const bool joins = !due_.empty() && !due_.back().last &&
                       (!beat.writes || due_.back().sector == beat.block / kSectorWords);
    if (!joins && (beat.writes || beat.last))
      due_.push_back({.id = beat.id, .sector = beat.block / kSectorWords});
    if (!joins && !beat.writes && !beat.last) return;
    Access& access = due_.back();
    access.last = beat.last;
    if (!beat.writes) return;
    access.mask |= 1U << beat.block % kSectorWords;
    access.data[beat.block % kSectorWords] = beat.data;
    ++words_;
  }
  void check() {
    auto& dut = this->dut();
    this->expect("access", !due_.empty(), true);
    if (due_.empty()) return;
    const Access access = due_.front();
    due_.pop_front();
    this->expect("whole", access.last || !due_.empty(), true);
    this->expect("id", dut.access_id_o, access.id);
    this->expect("last", dut.access_last_o, access.last);
    this->expect("writes", dut.access_writes_o, access.mask != 0);
    this->expect("mask", dut.access_mask_o, access.mask);
    if (access.mask != 0) this->expect("sector", dut.access_sector_o, access.sector);
    for (unsigned part = 0; part < kSectorWords; ++part) {
      if (((access.mask >> part) & 1) == 0) continue;
      this->expect("data", (dut.access_data_o >> (kDataBits * part)) & ((1U << kDataBits) - 1),
                   access.data[part]);
    }
    ++written_;
  }

  Rng& rng_;
  StallStream beats_, accesses_;
  Beat offered_ = {.last = true};
  std::deque<Access> due_;
  std::uint64_t words_ = 0, written_ = 0;
};

TEST(WriteMerger, WordsOfASectorShareAnAccess) {
  Rng rng = seeded_rng(88);
  MergerBench<Vwrite_merger> bench(rng);
  for (std::uint64_t i = 0; i < run_length(50000) && !bench.failed(); ++i) bench.cycle(true);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_TRUE(bench.drains());
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.words(), bench.written() * 5 / 4);
}

TEST(WriteMerger, AnAccessACycle) {
  Rng rng = seeded_rng(89);
  MergerBench<Vwrite_merger> bench(rng);
  for (unsigned i = 0; i < 1000 && !bench.failed(); ++i) bench.cycle(false);
  ASSERT_EQ(bench.failure(), std::nullopt);
  EXPECT_GE(bench.written(), 1000 - 3);
}

}  // namespace
}  // namespace gputm::tb
