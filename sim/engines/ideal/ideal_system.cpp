#include "engines/ideal/ideal_system.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "engines/common/instant_core_side.h"
#include "engines/common/setting.h"

namespace gputm::engines::ideal {
namespace {

constexpr std::array kKeys{setting<&IdealConfig::warp_limit>(
    "ideal.warp_limit", "warps per core", 0, 64, "warps inside transactions at a time; 0: unlimited")};
constexpr std::span<const SettingKey<IdealConfig>> keys() { return kKeys; }

class CoreSide final : public InstantCoreSide {
 public:
  CoreSide(const tm::CorePorts& core, std::uint64_t& next_order)
      : InstantCoreSide(core, Stores::kTimed), next_order_(next_order) {}

  bool begin(WarpId /*warp*/, Cycle /*now*/) override { return true; }
  bool accesses_alone() const override { return true; }
  bool completes_alone(AccessId /*access*/) const override { return true; }
  bool acts_by_itself() const override { return false; }

 private:
  LaneMask commit_now(WarpId warp, LaneMask lanes, Cycle /*now*/) override {
    LaneMask passed = 0;
    for_each_lane(lanes, [&](unsigned lane) {
      if (!still_current(warp, lane)) return;
      passed |= LaneMask{1} << lane;
      entries_.clear();
      logs(warp).writes.gather(lane, entries_);
      for (const tm::LogEntry& write : entries_) memory().word(write.address) = write.value;
    });
    return passed;
  }
  LaneMask validate_now(WarpId warp, LaneMask lanes) override {
    LaneMask valid = 0;
    for_each_lane(lanes, [&](unsigned lane) { valid |= LaneMask{still_current(warp, lane)} << lane; });
    return valid;
  }
  SerialPosition take_positions(unsigned count) override {
    return SerialPosition(std::exchange(next_order_, next_order_ + count));
  }

  /// Whether every value read by the lane equals the present value in memory.
  bool still_current(WarpId warp, unsigned lane) {
    entries_.clear();
    logs(warp).reads.gather(lane, entries_);
    return std::ranges::all_of(
        entries_, [&](const tm::LogEntry& read) { return memory().word(read.address) == read.value; });
  }

  std::uint64_t& next_order_;
  std::vector<tm::LogEntry> entries_;  ///< entries of the lane being decided
};

class IdealSystem final : public tm::System {
 public:
  explicit IdealSystem(const IdealConfig& config) : config_(config) {}

  std::string_view name() const override { return "ideal"; }
  unsigned warp_limit() const override { return config_.warp_limit; }
  std::unique_ptr<tm::CoreSide> make_core_side(const tm::CorePorts& core) override {
    return std::make_unique<CoreSide>(core, next_order_);
  }
  std::uint64_t next_order() const override { return next_order_; }

 private:
  IdealConfig config_;
  std::uint64_t next_order_ = 0;  ///< serial position of the next commit of any core
};

}  // namespace

tm::SystemInfo system_info() {
  return {.name = "ideal",
          .description = "ideal TM: free, instant conflict detection and commit; real aborts",
          .keys = with_defaults(keys()),
          .make = [](const MachineConfig& machine, const tm::TraceOptions&) {
            return std::make_unique<IdealSystem>(read_settings(keys(), machine.systems));
          }};
}

}  // namespace gputm::engines::ideal
