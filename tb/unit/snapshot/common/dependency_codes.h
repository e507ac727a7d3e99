// The enumerations of rtl/snapshot/dependency_pkg.sv and snapshot_pkg.sv, as the ports of modules have them.
#pragma once

namespace gputm::tb::codes {

enum Op : unsigned { kSnapshot, kRead, kWrite, kCommit, kAbort, kPublish, kFence, kRetire, kFlush };
enum Result : unsigned {
  kDone,
  kWait,
  kSecondWriter,
  kLateWriter,
  kSuspected,
  kCycle,
  kOverflow,
  kExhausted,
  kDoomed,
  kGone
};
enum State : unsigned { kUnknown, kLive, kCommitted };
enum TsOp : unsigned {
  kTsEdge,
  kTsStart,
  kTsCommit,
  kTsAbort,
  kTsRelease,
  kTsReleaseFormer,
  kTsFlush,
  kTsPublish
};
enum Verdict : unsigned { kAcceptedVerdict, kSuspectedVerdict, kCycleVerdict, kExhaustedVerdict };

}  // namespace gputm::tb::codes
