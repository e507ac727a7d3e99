#include "engines/lock/lock_system.h"

namespace gputm::engines::lock {
namespace {

class LockSystem final : public tm::System {
 public:
  std::string_view name() const override { return "lock"; }
  std::unique_ptr<tm::CoreSide> make_core_side(tm::CorePort& /*core*/) override { return nullptr; }
};

}  // namespace

tm::SystemInfo system_info() {
  return {
      .name = "lock",
      .description = "fine-grained locks: the workload's lock kernel, with atomics at the L2",
      .transactions = false,
      .keys = {},
      .make = [](const MachineConfig&, const tm::TraceOptions&) { return std::make_unique<LockSystem>(); }};
}

}  // namespace gputm::engines::lock
