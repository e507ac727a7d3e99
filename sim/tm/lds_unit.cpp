#include "tm/lds_unit.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "memory/sub_word.h"

namespace gputm::tm {
namespace {

/// Lanes of the first part with lanes left or, `by_column`, the first lane left in each column.
LaneMask offered(const LdsSizes& sizes, LaneMask left, bool by_column) {
  if (left == 0) return 0;
  const unsigned first = static_cast<unsigned>(std::countr_zero(left)) / sizes.pass_lanes;
  const auto part = [&](unsigned number) {
    return left & (full_mask(sizes.pass_lanes) << (number * sizes.pass_lanes));
  };
  LaneMask lanes = 0;
  LaneMask columns = 0;
  for (unsigned number = first; number < sizes.lanes / sizes.pass_lanes; ++number) {
    const LaneMask free = part(number) & ~(columns << (number * sizes.pass_lanes));
    lanes |= free;
    columns |= free >> (number * sizes.pass_lanes);
    if (!by_column) break;
  }
  return lanes;
}

}  // namespace

LaneMask next_pass(const LdsSizes& sizes, const LdsRequest& request, LaneMask left, bool transactional) {
  const bool load = !transactional && request.op == LdsOp::kLoad;
  const bool store = !transactional && is_store(request.op);
  const LaneMask offers = offered(sizes, left, load);
  std::array<std::optional<unsigned>, kMaxLanes> of_column{};
  for_each_lane(offers, [&](unsigned lane) { of_column[lane % sizes.pass_lanes] = lane; });
  std::array<std::optional<Address>, 64> served{};  // by bank
  LaneMask lanes = 0;
  for (unsigned i = 0; i < sizes.pass_lanes; ++i) {
    const auto lane = of_column[store ? sizes.pass_lanes - 1 - i : i];
    if (!lane) continue;
    auto& address = served[request.address[*lane] / 4 % sizes.banks];
    if (address && !((load || store) && *address == request.address[*lane])) continue;
    address = request.address[*lane];
    lanes |= LaneMask{1} << *lane;
  }
  if (!load) return lanes;
  for_each_lane(left & ~offers, [&](unsigned lane) {
    const unsigned first = *of_column[lane % sizes.pass_lanes];
    if (((lanes >> first) & 1) && request.address[lane] == request.address[first])
      lanes |= LaneMask{1} << lane;
  });
  return lanes;
}

Word lds_result(LdsOp op, Word old, Word operand, Address address) {
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
    case LdsOp::kStoreByte:
    case LdsOp::kStoreHalf:
      return memory::merge(old, address, access_bytes(op), operand);
    case LdsOp::kLoad:
    case LdsOp::kBegin:
    case LdsOp::kCommit:
    case LdsOp::kBarrier:
    case LdsOp::kWithdraw:
      return old;
  }
  return old;
}

const char* describe(LdsError error) {
  switch (error) {
    case LdsError::kNone:
      return "no error";
    case LdsError::kUnaligned:
      return "an address in local memory is not a multiple of what is accessed";
    case LdsError::kOutOfRange:
      return "an address is beyond the work-group's local memory";
    case LdsError::kBarrierInTransaction:
      return "a barrier inside a transaction";
    case LdsError::kCommitOutside:
      return "a commit or a withdrawal outside of a transaction";
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
