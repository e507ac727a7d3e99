#include "tm/lds_unit.h"

#include <algorithm>

namespace gputm::tm {

Word lds_result(LdsOp op, Word old, Word operand) {
  const auto signed_old = static_cast<std::int32_t>(old);
  const auto signed_operand = static_cast<std::int32_t>(operand);
  switch (op) {
    case LdsOp::kStore:
    case LdsOp::kSwap:
      return operand;
    case LdsOp::kAdd:
      return old + operand;
    case LdsOp::kXor:
      return old ^ operand;
    case LdsOp::kAnd:
      return old & operand;
    case LdsOp::kOr:
      return old | operand;
    case LdsOp::kMin:
      return signed_operand < signed_old ? operand : old;
    case LdsOp::kMax:
      return signed_operand > signed_old ? operand : old;
    case LdsOp::kMinu:
      return std::min(old, operand);
    case LdsOp::kMaxu:
      return std::max(old, operand);
    case LdsOp::kLoad:
    case LdsOp::kBegin:
    case LdsOp::kCommit:
    case LdsOp::kBarrier:
      return old;
  }
  return old;
}

const char* describe(LdsError error) {
  switch (error) {
    case LdsError::kNone:
      return "no error";
    case LdsError::kUnaligned:
      return "a byte address in local memory is not a multiple of 4";
    case LdsError::kOutOfRange:
      return "an address is beyond the work-group's local memory";
    case LdsError::kBarrierInTransaction:
      return "a barrier inside a transaction";
    case LdsError::kCommitOutside:
      return "a commit outside of a transaction";
    case LdsError::kPlainGroup:
      return "a transaction in a work-group whose local memory is not transactional";
    case LdsError::kTooLarge:
      return "the allocation is larger than the banks have rows for";
    case LdsError::kTooDeep:
      return "more than 255 transactions inside a transaction";
  }
  return "unknown error";
}

}  // namespace gputm::tm
