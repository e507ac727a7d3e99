#include "engines/lock/lock_system.h"

#include <array>
#include <span>

#include "engines/common/setting.h"

namespace gputm::engines::lock {
namespace {

constexpr std::array kKeys{
    setting<&LockConfig::warp_limit>("lock.warp_limit", "warps per core", 0, 64,
                                     "warps inside critical sections that the kernel marks; 0: unlimited")};
constexpr std::span<const SettingKey<LockConfig>> keys() { return kKeys; }

class LockSystem final : public tm::System {
 public:
  explicit LockSystem(const LockConfig& config) : config_(config) {}

  std::string_view name() const override { return "lock"; }
  unsigned warp_limit() const override { return config_.warp_limit; }

 private:
  LockConfig config_;
};

}  // namespace

tm::SystemInfo system_info() {
  return {.name = "lock",
          .description = "fine-grained locks: the workload's lock kernel, with atomics at the L2",
          .synchronization = tm::Synchronization::kLocks,
          .keys = with_defaults(keys()),
          .make = [](const MachineConfig& machine, const tm::TraceOptions&) {
            return std::make_unique<LockSystem>(read_settings(keys(), machine.systems));
          }};
}

}  // namespace gputm::engines::lock
