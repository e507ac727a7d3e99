// A compute unit's local memory with transactions, as the cores see it (GPU-LocalTM paper, section 3): one
// instruction of a wavefront in, the lanes' data and the wavefront's masks out. Implementations are in
// sim/engines/localtm.
#pragma once

#include <array>
#include <cstdint>

#include "base/types.h"

namespace gputm::tm {

/// What a wavefront asks for; numbered as in rtl/localtm/localtm_pkg.sv.
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
  kBarrier = 15,  ///< only checked
  kWithdraw = 16  ///< the lanes leave the attempt, as after a conflict
};

constexpr bool is_memory(LdsOp op) { return op < LdsOp::kBegin; }
constexpr bool is_store(LdsOp op) {
  return op == LdsOp::kStore || op == LdsOp::kStoreByte || op == LdsOp::kStoreHalf;
}
constexpr bool is_atomic(LdsOp op) { return is_memory(op) && op != LdsOp::kLoad && !is_store(op); }
/// Bytes at a lane's address, which is a multiple of them.
constexpr unsigned access_bytes(LdsOp op) {
  return op == LdsOp::kStoreByte ? 1 : op == LdsOp::kStoreHalf ? 2 : 4;
}

/// The word that `op` at byte address `address` leaves in memory.
Word lds_result(LdsOp op, Word old, Word operand, Address address);

/// Begins inside a transaction that are counted, so that as many commits belong to them.
inline constexpr unsigned kMaxNestedBegins = 255;

/// Why a request was refused; it then had no effect. Numbered as in rtl/localtm/localtm_pkg.sv.
enum class LdsError : std::uint8_t {
  kNone,
  kUnaligned,
  kOutOfRange,
  kBarrierInTransaction,
  kCommitOutside,
  kPlainGroup,  ///< begin in a work-group whose allocation is not transactional
  kTooLarge,    ///< allocation
  kTooDeep      ///< begin behind kMaxNestedBegins others inside a transaction
};
/// One line for people.
const char* describe(LdsError error);

/// How a wavefront's attempt runs (section 3.1).
enum class TxMode : std::uint8_t { kNone, kTransaction, kWavefrontSerial, kWorkGroupSerial };

/// What an answer means for the wavefront's control flow.
enum class TxOutcome : std::uint8_t {
  kContinue,
  kEnter,   ///< begin: registers are saved; EXEC and TCM are the attempt's
  kExit,    ///< commit: every lane has committed
  kRestart  ///< commit: back to the begin, EXEC is the conflicting lanes, whose registers are restored
};

struct LdsSizes {
  unsigned lanes = 64;  ///< of a wavefront, at most 64
  unsigned pass_lanes = 32;
  unsigned banks = 32;
  unsigned wavefronts = 4;
  unsigned work_groups = 1;
  unsigned rows = 512;     ///< words of a bank
  unsigned tx_rows = 256;  ///< words of a bank that transactions can use

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
  /// The words that lanes with loads and atomics have found; those with stores, too, where backups are made.
  std::array<Word, kMaxLanes> data{};
  LaneMask conflicts = 0;         ///< lanes whose access conflicted
  LaneMask true_conflicts = 0;    ///< of these, lanes whose row another work-item owns
  LaneMask reader_conflicts = 0;  ///< of these, lanes that another one's filter of reads stopped
  LaneMask overflows = 0;         ///< of these, lanes for which no backup was free
  LaneMask races = 0;             ///< lanes outside of a transaction that met an owned row
  LaneMask tcm = 0;
  LaneMask exec = 0;                         ///< EXEC to go on with, unless `outcome` is kContinue
  TxOutcome outcome = TxOutcome::kContinue;  ///< of refused requests, too
  TxMode mode = TxMode::kNone;
  bool aborted = false;  ///< commit: another wavefront's serialization has aborted the attempt
};

/// The lanes among `left` that the next pass of a request serves: one word for each bank. Lanes in
/// transactions and atomics have a bank for themselves, of the lowest part of the wavefront that is left, the
/// lowest lanes first. Loads outside of transactions of the same word are served together, wherever their
/// lanes are that are the first of their columns (of lanes with the same place in their parts), with those
/// behind them there; stores to the same address by lanes of one part are served together, the highest one's
/// last.
LaneMask next_pass(const LdsSizes& sizes, const LdsRequest& request, LaneMask left, bool transactional);

class LdsTransactionUnit {
 public:
  virtual ~LdsTransactionUnit() = default;
  virtual const LdsSizes& sizes() const = 0;

  /// Gives a work-group rows `base_row`.. of every bank, while none of its wavefronts has a request or a
  /// transaction. A transactional allocation also takes the rows of its backups (tx_rows further on).
  virtual LdsError allocate(unsigned group, unsigned base_row, unsigned rows, bool transactional) = 0;

  /// One request can be given each cycle when `can_request`. A wavefront waits for the answer to its request;
  /// but behind stores outside of transactions that are in order it may go on with further accesses at once.
  virtual bool can_request() const = 0;
  virtual void request(const LdsRequest& request) = 0;
  /// The answer to take next, or nullptr; `pop_response` consumes it. A cycle can bring several; a
  /// wavefront's come in the order of its requests. That of a store outside of transactions says that it is
  /// complete, and which lanes raced.
  virtual const LdsResponse* response() const = 0;
  virtual void pop_response() = 0;

  /// One clock cycle.
  virtual void tick() = 0;
  virtual bool busy() const = 0;
};

}  // namespace gputm::tm
