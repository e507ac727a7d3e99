// What GETM's side at a partition tells an access that came too late, beside an access unit that refuses all
// stores.
#include "engines/getm/getm_partition_side.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <utility>

namespace gputm::engines::getm {
namespace {

/// Refuses stores as too late for a time just above theirs, and lets all others pass.
class RefusesStores final : public AccessUnit {
 public:
  bool can_take() const override { return true; }
  void take(Access access) override {
    Outcome outcome{.tag = access.tag, .kind = access.kind, .needs = {}};
    if (access.kind == AccessKind::kStore) {
      outcome.aborted = 1;
      outcome.needs = Time{access.time.value + 1};
    }
    outcomes_.push_back(outcome);
  }
  const Outcome* outcome() const override { return outcomes_.empty() ? nullptr : &outcomes_.front(); }
  void pop_outcome() override { outcomes_.pop_front(); }
  void tick() override {}
  void clear() override {}
  bool idle() const override { return outcomes_.empty(); }
  std::size_t stalled() const override { return 0; }
  const Counters& counters() const override { return counters_; }

 private:
  std::deque<Outcome> outcomes_;
  Counters counters_;
};

class GetmPartitionSideTest : public ::testing::Test {
 protected:
  /// Sends an access of one word and returns what its reply says.
  AccessRecord send(std::uint32_t handle, AccessKind kind, Time time) {
    protocol_.record(handle) = {.kind = kind, .time = time};
    memory::WarpAccess access;
    access.transactional = true;
    access.lanes = 1;
    access.address[0] = 0x1000;
    EXPECT_TRUE(side_.place({.address = 0x1000, .payload = handle}, handle, access, 1));
    side_.tick_places();
    while (side_.placed() != nullptr) side_.pop_placed();
    return protocol_.record(handle);
  }

  MachineConfig machine_;
  GetmProtocol protocol_;
  GetmPartitionSide side_{protocol_, machine_, std::make_unique<RefusesStores>()};
};

TEST_F(GetmPartitionSideTest, AnAccessThatCameTooLateIsToldTheLatestTimeOfAll) {
  EXPECT_EQ(send(0, AccessKind::kStore, Time::of(3, 0, 0)).needs, Time::of(3, 0, 0)) << "it is the latest";
  EXPECT_EQ(send(1, AccessKind::kLoad, Time::of(9, 1, 0)).needs, std::nullopt);
  const AccessRecord refused = send(2, AccessKind::kStore, Time::of(4, 0, 0));
  EXPECT_EQ(refused.refused, 1U);
  EXPECT_EQ(refused.needs, Time::of(9, 1, 0)) << "not just that of its granule";
}

TEST_F(GetmPartitionSideTest, TimesBeginAnewAfterARollOver) {
  send(0, AccessKind::kLoad, Time::of(200, 0, 0));
  side_.clear();
  EXPECT_EQ(send(1, AccessKind::kStore, Time::of(2, 0, 0)).needs, Time::of(2, 0, 0));
}

}  // namespace
}  // namespace gputm::engines::getm
