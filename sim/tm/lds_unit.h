// Interface of the cores to a compute unit's transactional local memory (GPU-LocalTM paper, section 3): one
// instruction of a wavefront in, lane data and wavefront masks out. Implementations are in
// sim/engines/localtm.
#pragma once

#include <array>
#include <cstdint>

#include "base/types.h"

namespace gputm::tm {

/// Request of a wavefront; numbered as in rtl/localtm/localtm_pkg.sv.
enum class LdsOp : std::uint8_t {
  kLoad = 0,
  kStore = 1,
  kSwap = 2,  ///< atomics, which return the old value
  kAdd = 3,
  kXor = 4,
  kAnd = 5,
  kOr = 6,
  kMin = 7,
  kMax = 8,
  kMinu = 9,
  kMaxu = 10,
  kStoreByte = 11,
  kStoreHalf = 12,
  kBegin = 13,
  kCommit = 14,
  kBarrier = 15,  ///< checked only
  kWithdraw = 16  ///< the lanes leave the attempt, as after a conflict
};

constexpr bool is_memory(LdsOp op) { return op < LdsOp::kBegin; }
constexpr bool is_store(LdsOp op) {
  return op == LdsOp::kStore || op == LdsOp::kStoreByte || op == LdsOp::kStoreHalf;
}
constexpr bool is_atomic(LdsOp op) { return is_memory(op) && op != LdsOp::kLoad && !is_store(op); }
/// Access size in bytes; a lane's address is a multiple of it.
constexpr unsigned access_bytes(LdsOp op) {
  return op == LdsOp::kStoreByte ? 1 : op == LdsOp::kStoreHalf ? 2 : 4;
}

/// Word in memory after `op` at byte address `address`.
Word lds_result(LdsOp op, Word old, Word operand, Address address);

/// Maximum number of counted begins inside a transaction; as many commits match them.
inline constexpr unsigned kMaxNestedBegins = 255;

/// Reason for a refusal; a refused request has no effect. Numbered as in rtl/localtm/localtm_pkg.sv.
enum class LdsError : std::uint8_t {
  kNone,
  kUnaligned,
  kOutOfRange,
  kBarrierInTransaction,
  kCommitOutside,
  kPlainGroup,  ///< begin in a work-group with a non-transactional allocation
  kTooLarge,    ///< allocation exceeds the memory
  kTooDeep      ///< begin nested deeper than kMaxNestedBegins
};
/// One-line description for users.
const char* describe(LdsError error);

/// Mode of a wavefront's attempt (section 3.1).
enum class TxMode : std::uint8_t { kNone, kTransaction, kWavefrontSerial, kWorkGroupSerial };

/// Control flow of the wavefront after an answer.
enum class TxOutcome : std::uint8_t {
  kContinue,
  kEnter,   ///< begin: registers are saved; EXEC and TCM are set for the attempt
  kExit,    ///< commit: every lane has committed
  kRestart  ///< commit: return to the begin; EXEC is the conflicting lanes, with registers restored
};

struct LdsSizes {
  unsigned lanes = 64;  ///< lanes of a wavefront, at most 64
  unsigned pass_lanes = 32;
  unsigned banks = 32;
  unsigned wavefronts = 4;
  unsigned work_groups = 1;
  unsigned rows = 512;     ///< words per bank
  unsigned tx_rows = 256;  ///< words per bank that transactions can use

  unsigned group_wavefronts() const { return wavefronts / work_groups; }
  unsigned row_bytes() const { return banks * 4; }
};

struct LdsRequest {
  unsigned wavefront = 0;
  LdsOp op = LdsOp::kLoad;
  LaneMask exec = 0;
  std::array<Address, kMaxLanes> address{};  ///< byte address in the work-group's allocation, below 64 kB
  std::array<Word, kMaxLanes> data{};
};

struct LdsResponse {
  unsigned wavefront = 0;
  LdsError error = LdsError::kNone;
  /// Words read by lanes with loads and atomics, and by lanes with stores where backups are made.
  std::array<Word, kMaxLanes> data{};
  LaneMask conflicts = 0;         ///< lanes with a conflicting access
  LaneMask true_conflicts = 0;    ///< of these, lanes that accessed a row owned by another work-item
  LaneMask reader_conflicts = 0;  ///< of these, lanes stopped by the read filter of another lane
  LaneMask overflows = 0;         ///< of these, lanes without a free backup
  LaneMask races = 0;             ///< lanes outside of a transaction that accessed an owned row
  LaneMask tcm = 0;
  LaneMask exec = 0;                         ///< EXEC to continue with, unless `outcome` is kContinue
  TxOutcome outcome = TxOutcome::kContinue;  ///< kContinue for refused requests, too
  TxMode mode = TxMode::kNone;
  bool aborted = false;  ///< commit: the attempt was aborted by the serialization of another wavefront
};

/// Lanes among `left` served by the next pass of a request: one word per bank. Each lane in a transaction,
/// and each atomic, occupies a bank alone; the lanes come from the lowest remaining part of the wavefront,
/// lowest first. Loads of the same word outside of transactions are served together: in any lanes that are
/// the first of their columns (lanes with the same place in their parts), with the later lanes of these
/// columns. Stores to the same address by lanes of one part are served together; the highest lane's store is
/// last.
LaneMask next_pass(const LdsSizes& sizes, const LdsRequest& request, LaneMask left, bool transactional);

class LdsTransactionUnit {
 public:
  virtual ~LdsTransactionUnit() = default;
  virtual const LdsSizes& sizes() const = 0;

  /// Allocates rows `base_row`.. of every bank to a work-group while none of its wavefronts has a request or
  /// a transaction. A transactional allocation also takes the rows of its backups (tx_rows further on).
  virtual LdsError allocate(unsigned group, unsigned base_row, unsigned rows, bool transactional) = 0;

  /// `request` accepts one request per cycle if `can_request`. A wavefront waits for the answer to its
  /// request; after in-order stores outside of transactions it may issue further accesses at once.
  virtual bool can_request() const = 0;
  virtual void request(const LdsRequest& request) = 0;
  /// Next answer, or nullptr; `pop_response` consumes it. Several can arrive in a cycle; those of a wavefront
  /// come in request order. The answer to a store outside of transactions reports its completion and the
  /// lanes that raced.
  virtual const LdsResponse* response() const = 0;
  virtual void pop_response() = 0;

  /// One clock cycle.
  virtual void tick() = 0;
  virtual bool busy() const = 0;
};

}  // namespace gputm::tm
