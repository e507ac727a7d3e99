// Accesses for a run's history, noted by a thread that simulates a partition in parallel to others, and
// reported when all have ended.
#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"
#include "tm/history.h"

namespace gputm::tm {

class HistoryLog {
 public:
  void plain_read(Address address, Word value, const PlainAccess& by) {
    accesses_.push_back({Kind::kPlainRead, address, value, by});
  }
  void plain_write(Address address, Word value, const PlainAccess& by, bool atomic) {
    accesses_.push_back({atomic ? Kind::kAtomic : Kind::kPlainWrite, address, value, by});
  }
  void performed_read(std::uint32_t thread, Address word) {
    accesses_.push_back({Kind::kPerformedRead, word, 0, {.thread = thread}});
  }
  void performed_write(std::uint32_t thread, Address word) {
    accesses_.push_back({Kind::kPerformedWrite, word, 0, {.thread = thread}});
  }

  /// Reports the accesses in the order in which they were noted, and forgets them.
  void report_to(HistoryChecker& history) {
    for (const Access& access : accesses_) report(access, history);
    accesses_.clear();
  }

 private:
  enum class Kind : std::uint8_t { kPlainRead, kPlainWrite, kAtomic, kPerformedRead, kPerformedWrite };
  struct Access {
    Kind kind;
    Address address;
    Word value;
    PlainAccess by;
  };

  static void report(const Access& access, HistoryChecker& history) {
    switch (access.kind) {
      case Kind::kPlainRead:
        return history.plain_read(access.address, access.value, access.by);
      case Kind::kPlainWrite:
      case Kind::kAtomic:
        return history.plain_write(access.address, access.value, access.by, access.kind == Kind::kAtomic);
      case Kind::kPerformedRead:
        return history.performed_read(access.by.thread, access.address);
      case Kind::kPerformedWrite:
        return history.performed_write(access.by.thread, access.address);
    }
  }

  std::vector<Access> accesses_;
};

}  // namespace gputm::tm
