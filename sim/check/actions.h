// What a lane of a warp is about to do, for reports.
#pragma once

#include "check/findings.h"
#include "core/warp.h"

namespace gputm::check {

inline std::string_view name_of(isa::Unit unit, bool transactional) {
  switch (unit) {
    case isa::Unit::kLoad:
      return transactional ? "transaction's load" : "load";
    case isa::Unit::kStore:
      return transactional ? "transaction's store" : "store";
    default:
      return "atomic";
  }
}

/// The access by the warp's next instruction.
inline Action action_of(const core::Warp& warp, unsigned lane) {
  return {.what = name_of(warp.next->unit, warp.stack.in_transaction()),
          .pc = warp.stack.top().pc,
          .thread = warp.csrs.first_thread + lane};
}

}  // namespace gputm::check
