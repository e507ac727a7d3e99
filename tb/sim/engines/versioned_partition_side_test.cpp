// VersionedPartitionSide, with the RTL commit unit (assertions, buffers of eight words), version index table
// and row copy unit, between cores that commit random write sets and a memory. When a version is published,
// every word of its commits is in one place of each region that cores then read, no other word has been
// written, and the values are those of memory. Outcomes and words come in any order between sets, as from the
// crossbar.
#include "engines/snapshot/versioned_partition_side.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "Vsnapshot_commit_unit_small.h"
#include "base/config.h"
#include "common/seed.h"
#include "core/device_memory_map.h"
#include "engines/snapshot/verilated_snapshot_commit_unit.h"
#include "engines/snapshot/version_unit_rtl.h"

namespace gputm::engines::snapshot {
namespace {

using memory::Packet;
using memory::PacketKind;

constexpr unsigned kRegions = 3, kNumbers = 8, kLanes = 4;
constexpr Address kRegionBytes = 65'536;  // minimum size for a partition
constexpr Cycle kPatience = 20'000;

/// The L2 slice: records the writes and their places.
class Slice final : public tm::WordPort {
 public:
  explicit Slice(memory::BackingStore& memory) : memory_(memory) {}
  bool can_read() const override { return false; }
  Word read(Address, std::uint32_t) override { throw Error("commit units of snapshots do not read"); }
  std::optional<std::uint32_t> response() override { return std::nullopt; }
  bool can_write() const override { return ready; }
  void write(Address, Word) override { throw Error("writes are of sectors"); }
  void write_block_at(Address address, std::uint8_t mask, const tm::MemoryBlock& values,
                      Address local) override {
    EXPECT_NE(mask, 0);
    for (unsigned i = 0; i < values.size(); ++i) {
      if (((mask >> i) & 1) == 0) continue;
      EXPECT_EQ(values[i], memory_.word(address + 4 * i)) << "at " << address + 4 * i;
      written.insert(local + 4 * i);
    }
  }

  bool ready = true;
  std::set<Address> written;  ///< since the last clear

 private:
  memory::BackingStore& memory_;
};

class Nobody final : public VersionReaders {
  Position snapshot_of(Reader, LaneMask) const override { return 0; }
  void recycled(Reader, LaneMask) override {}
};

/// Warps that commit, and the publisher.
class Bench {
 public:
  Bench(std::uint64_t seed, unsigned versions)
      : random_(tb::seeded_rng(seed)),
        machine_(load_config("gtx480").machine),
        protocol_({.versions = versions, .places = Places::kRows}, std::make_unique<NoDetector>(), kNumbers,
                  kLanes),
        slice_(memory_) {
    auto partition = std::make_unique<VersionedPartition>(machine_, versions, nobody_);
    partition_ = partition.get();
    const std::uint64_t heap = std::uint64_t{kRegionBytes} * kRegions * machine_.partition.count;
    memory_.map(core::kHeapBase, heap);
    partition_->cover(heap);
    auto unit = std::make_unique<VerilatedSnapshotCommitUnit<Vsnapshot_commit_unit_small>>();
    unit_ = unit.get();
    side_ = std::make_unique<VersionedPartitionSide>(protocol_, slice_, memory_, std::move(partition),
                                                     std::move(unit), kNumbers);
  }

  /// A cycle with random events.
  void step() {
    for (unsigned number = 0; number < kNumbers; ++number) {
      Warp& warp = warps_[number];
      if (warp.stage == Stage::kIdle && tb::one_in(random_, 40)) send_set(number, any_set());
      if (warp.stage == Stage::kChecked && tb::one_in(random_, 20)) decide(number, any_lanes());
    }
    cycle();
    if (tb::one_in(random_, 10)) publish();
  }
  void finish() {
    for (Cycle i = 0; i < kPatience && !done(); ++i) {
      for (unsigned number = 0; number < kNumbers; ++number)
        if (warps_[number].stage == Stage::kChecked) decide(number, any_lanes());
      cycle();
      publish();
    }
    EXPECT_TRUE(done()) << side_->describe();
  }
  bool done() const {
    return side_->idle() && protocol_.commits.empty() &&
           std::ranges::all_of(warps_, [](const Warp& warp) { return warp.stage == Stage::kIdle; });
  }

  // Directed
  using Words = std::vector<WriteSet::Entry>;
  void send_set(unsigned number, Words words) {
    Warp& warp = warps_[number];
    warp = {.stage = Stage::kSent, .set = protocol_.write_sets.allocate()};
    WriteSet& set = protocol_.write_sets[warp.set];
    set.number = number;
    set.words = std::move(words);
    data_.push_back({.kind = PacketKind::kTmData, .payload = warp.set});
  }
  bool checked(unsigned number) const { return warps_[number].stage == Stage::kChecked; }
  bool free(unsigned number) const { return warps_[number].stage == Stage::kIdle; }
  void decide(unsigned number, LaneMask lanes) {
    Warp& warp = warps_[number];
    WriteSet& set = protocol_.write_sets[warp.set];
    set.passed = passing(set, lanes);
    set.decided = true;
    warp.stage = set.is_written() ? Stage::kCommits : Stage::kIdle;
    if (set.is_written()) commit(set, number);
    outcomes_.push_back({.kind = PacketKind::kTmControl, .payload = warp.set});
  }
  void cycle() {
    deliver();
    slice_.ready = !tb::one_in(random_, 3);
    for (unsigned i = 0; i < 2; ++i) side_->tick_places();  // the L2's clock is twice as fast
    side_->tick();
    take_replies();
    take_read();
    ASSERT_FALSE(unit_->assertion_failed()) << "in the RTL";
  }
  /// The batch of commits in a version, when it has been written.
  void publish() {
    if (!publishing_ && reads_.empty() && batch_written()) {
      check_batch();
      partition_->publish(++time_);
      publishing_ = true;
    }
    if (!publishing_ || !partition_->published()) return;
    publishing_ = false;
    while (!protocol_.commits.empty() && protocol_.commits.front().batch == protocol_.published + 1)
      protocol_.commits.pop_front();
    protocol_.batch_published();
    // Later reads return the writes.
    for (const auto& [region, place] : written_)
      read({.kind = PacketKind::kRead, .address = address(region, 0)}, false, place);
  }
  WriteSet::Entry word(unsigned lane, unsigned region, Address within, Word value) const {
    return {address(region, within), lane, value};
  }
  /// A warp reads the region's initial version, so that it stays.
  void read_first(unsigned region) {
    read({.kind = PacketKind::kRead, .address = address(region, 0)}, true, std::nullopt);
  }
  void end_reads() { partition_->release(0); }

  const SnapshotCounters& counters() const { return protocol_.counters; }
  std::uint64_t published() const { return protocol_.published; }

 private:
  enum class Stage : std::uint8_t { kIdle, kSent, kChecked, kCommits };
  struct Warp {
    Stage stage = Stage::kIdle;
    std::uint32_t set = 0;
  };

  Address address(unsigned region, Address within) const {
    const Address chunk = machine_.partition.interleave_bytes;
    const Address offset = region * kRegionBytes + within;
    return core::kHeapBase + offset / chunk * chunk * machine_.partition.count + offset % chunk;
  }
  LaneMask any_lanes() { return tb::below(random_, LaneMask{1} << kLanes); }
  Words any_set() {
    Words words;
    const auto count = 1 + tb::below(random_, tb::one_in(random_, 4) ? 30 : 6);
    Address within = 0;
    unsigned region = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i == 0 || tb::one_in(random_, 3)) {
        region = static_cast<unsigned>(tb::below(random_, kRegions));
        within = static_cast<Address>(32 * tb::below(random_, 40));
      }
      words.push_back(word(static_cast<unsigned>(tb::below(random_, kLanes)), region,
                           within + static_cast<Address>(4 * tb::below(random_, 8)),
                           static_cast<Word>(random_())));
    }
    return words;
  }
  /// The lanes that are first to write their words in a batch (first committer wins).
  LaneMask passing(const WriteSet& set, LaneMask lanes) {
    LaneMask passed = 0;
    for_each_lane(lanes & set.lanes(), [&](unsigned lane) {
      const bool loses = std::ranges::any_of(set.words, [&](const WriteSet::Entry& entry) {
        return entry.lane == lane && taken_.contains(entry.word);
      });
      if (loses) return;
      passed |= LaneMask{1} << lane;
      for (const WriteSet::Entry& entry : set.words)
        if (entry.lane == lane) taken_.insert(entry.word);
    });
    return passed;
  }
  void commit(WriteSet& set, unsigned number) {
    set.batch = protocol_.next_batch();
    protocol_.commits.push_back({.warp = number, .batch = set.batch});
    for (const WriteSet::Entry& entry : set.words) {
      if (!set.passes(entry)) continue;
      memory_.word(entry.word) = entry.value;
      batches_[set.batch].insert(entry.word);
    }
  }

  /// `place`: the word's expected place, if known.
  void read(const Packet& request, bool transactional, std::optional<Address> place) {
    memory::WarpAccess access{};
    access.transactional = transactional;
    EXPECT_TRUE(side_->place(request, 0, access, 1));
    reads_.push_back(place);
  }
  void take_read() {
    const tm::PlacedRequest* const placed = side_->placed();
    if (placed == nullptr) return;
    ASSERT_FALSE(reads_.empty());
    EXPECT_EQ(placed->local, reads_.front().value_or(placed->local));
    reads_.pop_front();
    side_->pop_placed();
  }

  /// One packet per cycle: an outcome, or words, in any order.
  void deliver() {
    std::deque<Packet>& queue = tb::one_in(random_, 2) ? outcomes_ : data_;
    if (queue.empty()) return;
    if (side_->accept(queue.front())) queue.pop_front();
  }
  void take_replies() {
    const Packet* const reply = side_->reply();
    if (reply == nullptr || tb::one_in(random_, 3)) return;
    const std::uint32_t handle = reply->payload;
    side_->pop_reply();
    WriteSet& set = protocol_.write_sets[handle];
    Warp& warp = warps_[set.number];
    ASSERT_EQ(warp.set, handle);
    if (std::exchange(set.again, false)) {
      data_.push_back({.kind = PacketKind::kTmData, .payload = handle});
    } else if (!set.decided) {
      ASSERT_EQ(warp.stage, Stage::kSent);
      warp.stage = Stage::kChecked;
    } else {
      ASSERT_EQ(warp.stage, Stage::kCommits);
      warp.stage = Stage::kIdle;
      const auto commit = std::ranges::find_if(protocol_.commits, [&](const WarpCommit& other) {
        return other.warp == set.number && !other.written;
      });
      commit->written = true;
      protocol_.write_sets.release(handle);
    }
  }

  bool batch_written() const {
    const auto of_batch = [&](const WarpCommit& c) { return c.batch == protocol_.published + 1; };
    return std::ranges::any_of(protocol_.commits, of_batch) &&
           std::ranges::all_of(protocol_.commits,
                               [&](const WarpCommit& c) { return !of_batch(c) || c.written; });
  }
  /// All words of the batch have been written, to one version of each region, and nothing else.
  void check_batch() {
    const auto batch = batches_.find(protocol_.published + 1);
    EXPECT_EQ(slice_.written.size(), batch->second.size());
    std::set<Address> words;
    for (const Address word : batch->second) words.insert(offset(word));
    written_.clear();
    for (const Address local : slice_.written) {
      const Address within = local % kRegionBytes;
      const unsigned region = static_cast<unsigned>(local / kSubarrayBytes - first_subarray());
      EXPECT_TRUE(words.contains(region * kRegionBytes + within))
          << "a word that nobody commits is written at " << local;
      const auto [version, first] = written_.try_emplace(region, local - within);
      EXPECT_EQ(version->second, local - within) << "of region " << region;
    }
    for (const Address word : batch->second) taken_.erase(word);
    slice_.written.clear();
    batches_.erase(batch);
  }

  static constexpr Address kSubarrayBytes = Address{1} << VersionUnitParameters{}.log2_subarray_bytes();
  Address offset(Address word) const {
    const Address chunk = machine_.partition.interleave_bytes;
    const Address global = word - core::kHeapBase;
    return global / (chunk * machine_.partition.count) * chunk + global % chunk;
  }
  /// The partition puts regions behind the heap, each in a subarray.
  Address first_subarray() const {
    const memory::AddressMap map(machine_.partition.count, machine_.partition.interleave_bytes);
    return (map.local(core::kHeapBase) + kSubarrayBytes - 1) / kSubarrayBytes;
  }

  tb::Rng random_;
  MachineConfig machine_;
  memory::BackingStore memory_;
  Nobody nobody_;
  SnapshotProtocol protocol_;
  Slice slice_;
  VersionedPartition* partition_ = nullptr;
  VerilatedSnapshotCommitUnit<Vsnapshot_commit_unit_small>* unit_ = nullptr;
  std::unique_ptr<VersionedPartitionSide> side_;
  std::array<Warp, kNumbers> warps_;
  std::deque<Packet> data_, outcomes_;
  std::map<std::uint64_t, std::set<Address>> batches_;  ///< committing words, by batch
  std::set<Address> taken_;                             ///< words of unpublished commits
  std::map<unsigned, Address> written_;                 ///< version of the last batch, by region
  std::deque<std::optional<Address>> reads_;
  bool publishing_ = false;
  Position time_ = 0;
};

TEST(VersionedPartitionSide, WritesWhatCommits) {
  Bench bench(1, 8);
  for (std::uint64_t i = 0; i < tb::run_length(100'000); ++i) {
    bench.step();
    ASSERT_FALSE(testing::Test::HasFailure()) << "cycle " << i;
  }
  bench.finish();
  EXPECT_GT(bench.published(), 500u);
  EXPECT_GT(bench.counters().resends, 100u);
  EXPECT_GT(bench.counters().words, bench.counters().accesses * 5 / 4) << "words of a sector share accesses";
}

/// Two versions: the next one can be written when the older one is no longer read.
class OneReader : public ::testing::Test {
 protected:
  OneReader() {
    bench_.read_first(0);
    commit({bench_.word(0, 0, 0, 1)});
    run_until([&] { return bench_.published() == 1; });
  }
  void commit(const Bench::Words& words) {
    send(0, words);
    bench_.decide(0, ~LaneMask{0});
  }
  void send(unsigned number, const Bench::Words& words) {
    bench_.send_set(number, words);
    run_until([&] { return bench_.checked(number); });
  }
  template <typename Condition>
  void run_until(Condition holds) {
    for (Cycle i = 0; i < kPatience && !holds(); ++i) {
      bench_.cycle();
      bench_.publish();
      ASSERT_FALSE(HasFailure());
    }
    ASSERT_TRUE(holds());
  }
  void run(Cycle cycles) {
    for (Cycle i = 0; i < cycles; ++i) bench_.cycle();
  }
  Bench::Words many() const {
    Bench::Words words;
    for (unsigned i = 0; i < 60; ++i) words.push_back(bench_.word(i % kLanes, 0, 32 * i, i));
    return words;
  }

  Bench bench_{2, 2};
};

/// The reader may be one of the writers: a set that is sent again must not block it.
TEST_F(OneReader, OthersAreCheckedWhileASetThatIsSentAgainWaits) {
  commit(many());
  run(2000);
  EXPECT_EQ(bench_.counters().resends, 1u);
  EXPECT_EQ(bench_.published(), 1u) << "the version before is read";
  send(1, {bench_.word(0, 0, 4000, 1)});
  bench_.decide(1, 0);
  bench_.end_reads();
  run_until([&] { return bench_.published() == 2; });
  bench_.finish();
  EXPECT_EQ(bench_.counters().words, 61u);
}

/// A lane may write a word more often than the buffer has room for, before and after other words.
TEST_F(OneReader, TheLastValueOfALaneStays) {
  bench_.end_reads();
  Bench::Words words;
  for (unsigned i = 0; i < 40; ++i) words.push_back(bench_.word(1, 0, 64, i));
  for (unsigned i = 0; i < 40; ++i) words.push_back(bench_.word(1, 0, 128 + 4 * (i % 2), i));
  words.push_back(bench_.word(1, 0, 64, 77));
  commit(words);
  run_until([&] { return bench_.published() == 2; });
  bench_.finish();
  EXPECT_EQ(bench_.counters().accesses, 4u) << "one before, and one for each change of the sector";
}

}  // namespace
}  // namespace gputm::engines::snapshot
