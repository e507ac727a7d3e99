#include "engines/serial/serial_system.h"

#include <array>
#include <utility>
#include <vector>

#include "engines/common/instant_core_side.h"
#include "engines/common/setting.h"
#include "engines/serial/fifo_lock.h"

namespace gputm::engines::serial {
namespace {

constexpr std::array kKeys{
    setting<&SerialConfig::handoff_latency>("serial.handoff_latency", "core cycles", 0, 100000,
                                            "release of the global lock to the next owner's start"),
    setting<&SerialConfig::warp_limit>(
        "serial.warp_limit", "warps per core", 0, 64,
        "warps that run their transactions or queue for the lock; 0: unlimited")};

struct Shared {
  FifoLock lock;
  std::uint64_t next_order = 0;  ///< serial position of the next commit
};

class CoreSide final : public InstantCoreSide {
 public:
  CoreSide(const tm::CorePorts& core, Shared& shared)
      : InstantCoreSide(core, Stores::kAtOnce), shared_(shared), before_(core.config.core.max_warps) {}

  LaneMask next_attempt(LaneMask waiting) const override { return waiting & (~waiting + 1); }
  bool can_be_doomed() const override { return false; }
  bool accesses_alone() const override { return true; }
  bool completes_alone(AccessId /*access*/) const override { return true; }
  bool begin(WarpId warp, Cycle now) override {
    shared_.lock.request(core() * config().core.max_warps + warp, now);
    return false;
  }
  tm::Accessed store(const tm::TxAccess& access) override {
    const memory::WarpAccess& flight = accesses().access(access.handle);
    for_each_lane(access.lanes, [&](unsigned lane) {
      const Address word = flight.address[lane] & ~Address{3};
      before_[access.warp].push_back({word, memory().word(word)});
    });
    return InstantCoreSide::store(access);
  }
  /// Only the kernel aborts transactions: by tx.abort and tx.retry.
  void settle(WarpId warp, LaneMask /*committed*/, LaneMask aborted, Cycle now) override {
    std::vector<tm::LogEntry>& before = before_[warp];
    if (aborted != 0) {
      for (auto old = before.rbegin(); old != before.rend(); ++old) memory().word(old->address) = old->value;
      shared_.lock.release(now);
    }
    before.clear();
  }
  void hold_lock(WarpId warp, Cycle now) {
    events().report(tm::Admitted{.warp = warp, .lanes = warps().attempt_lanes(warp)}, now);
  }

 private:
  LaneMask commit_now(WarpId /*warp*/, LaneMask lanes, Cycle now) override {
    shared_.lock.release(now);
    return lanes;
  }
  LaneMask validate_now(WarpId /*warp*/, LaneMask lanes) override { return lanes; }
  SerialPosition take_positions(unsigned count) override {
    return SerialPosition(std::exchange(shared_.next_order, shared_.next_order + count));
  }

  Shared& shared_;
  std::vector<std::vector<tm::LogEntry>> before_;  ///< by warp: old values of the words that it has written
};

class SerialSystem final : public tm::System {
 public:
  SerialSystem(const SerialConfig& config, unsigned warps_per_core)
      : warp_limit_(config.warp_limit),
        warps_per_core_(warps_per_core),
        shared_{.lock = FifoLock(config.handoff_latency)} {}

  std::string_view name() const override { return "serial"; }
  unsigned warp_limit() const override { return warp_limit_; }
  std::unique_ptr<tm::CoreSide> make_core_side(const tm::CorePorts& core) override {
    auto side = std::make_unique<CoreSide>(core, shared_);
    sides_.push_back(side.get());
    return side;
  }
  void begin_core_cycle(Cycle now) override {
    if (const auto holder = shared_.lock.holder(now))
      sides_[*holder / warps_per_core_]->hold_lock(WarpId(*holder % warps_per_core_), now);
  }
  std::uint64_t next_order() const override { return shared_.next_order; }

 private:
  unsigned warp_limit_;
  unsigned warps_per_core_;
  Shared shared_;
  std::vector<CoreSide*> sides_;  ///< by core; owned by the cores
};

}  // namespace

tm::SystemInfo system_info() {
  return {.name = "serial",
          .description = "serial: every transaction alone, under one global lock",
          .keys = with_defaults(std::span<const SettingKey<SerialConfig>>(kKeys)),
          .make = [](const MachineConfig& machine, const tm::TraceOptions&) {
            return std::make_unique<SerialSystem>(
                read_settings(std::span<const SettingKey<SerialConfig>>(kKeys), machine.systems),
                machine.core.max_warps);
          }};
}

}  // namespace gputm::engines::serial
