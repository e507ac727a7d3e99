#include "engines/software/software_systems.h"

#include <memory>

namespace gputm::engines::software {
namespace {

class SoftwareSystem final : public tm::System {
 public:
  explicit SoftwareSystem(std::string_view name) : name_(name) {}

  std::string_view name() const override { return name_; }

 private:
  std::string_view name_;
};

tm::SystemInfo info(std::string_view name, std::string_view description,
                    tm::Synchronization synchronization) {
  return {.name = name,
          .description = description,
          .synchronization = synchronization,
          .keys = {},
          .make = [name](const MachineConfig&, const tm::TraceOptions&) {
            return std::make_unique<SoftwareSystem>(name);
          }};
}

}  // namespace

std::array<tm::SystemInfo, 3> system_infos() {
  return {info("lock_free", "lock-free changes, for workloads that have them, with atomics at the L2",
               tm::Synchronization::kLockFree),
          info("stm_priority", "software TM: versioned locks and priorities, after PR-STM",
               tm::Synchronization::kPriorityStm),
          info("stm_multiversion", "software TM: several versions of a word, after CSMV",
               tm::Synchronization::kMultiversionStm)};
}

}  // namespace gputm::engines::software
