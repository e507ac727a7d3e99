// What one bank of the transactional local memory does, written from the papers: words, backups, owners, and
// one literal Bloom filter of FilterBits bits for each work-item. Timing is a number of cycles for each
// command.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace gputm::tb {

/// The operations of localtm_pkg::lds_op_e that access memory.
enum class LdsOp : std::uint8_t { kLoad, kStore, kSwap, kAdd, kXor, kAnd, kOr, kMin, kMax, kMinu, kMaxu };
inline constexpr unsigned kLdsOps = 11;

inline bool is_atomic(LdsOp op) { return op != LdsOp::kLoad && op != LdsOp::kStore; }

inline std::uint32_t lds_new_value(LdsOp op, std::uint32_t old, std::uint32_t operand) {
  const auto signed_old = static_cast<std::int32_t>(old);
  const auto signed_operand = static_cast<std::int32_t>(operand);
  switch (op) {
    case LdsOp::kLoad:
      return old;
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
  }
  return 0;
}

struct BankSizes {
  bool paper = false;
  bool exact = false;
  unsigned lanes = 8;
  unsigned wavefronts = 4;
  unsigned work_groups = 2;
  unsigned rows = 32;
  unsigned filter_bits = 4;

  unsigned owners() const { return lanes * wavefronts; }
  unsigned group_of(unsigned owner) const { return owner / (owners() / work_groups); }
  /// Rows that transactions can use: the words, backups and owner bytes of one array, or half of the rows.
  unsigned tx_rows() const {
    unsigned r = rows / 2;
    if (paper) {
      while (2 * r + (r + 3) / 4 > rows) --r;
    }
    return r;
  }
};

struct BankAccess {
  LdsOp op = LdsOp::kLoad;
  bool transactional = false;
  unsigned owner = 0;
  unsigned row = 0;
  std::uint32_t data = 0;
};

struct BankAnswer {
  std::uint32_t data = 0;  ///< value before the access; of a store, meaningless
  bool conflict = false;
  bool true_conflict = false;
  bool race = false;
  bool fresh = false;    ///< the access made the row its work-item's
  unsigned cycles = 0;   ///< from this command's acceptance to the earliest next one's
  unsigned latency = 0;  ///< from acceptance to the answer
};

class BankModel {
 public:
  explicit BankModel(const BankSizes& sizes)
      : sizes_(sizes),
        words_(sizes.rows),
        backups_(sizes.tx_rows()),
        owners_(sizes.tx_rows()),
        filters_(sizes.owners(), std::vector<bool>(sizes.filter_bits)) {}

  BankAnswer access(const BankAccess& a) {
    BankAnswer answer;
    answer.data = words_[a.row];
    const bool in_tx_rows = a.row < sizes_.tx_rows();
    bool repeated = false;
    if (!a.transactional) {
      answer.race = in_tx_rows && owners_[a.row].has_value();
    } else {
      answer.conflict = sizes_.exact ? owners_[a.row] && *owners_[a.row] != a.owner : filters_conflict(a);
      answer.true_conflict = owners_[a.row] && *owners_[a.row] != a.owner;
      repeated = owners_[a.row] == a.owner;
    }
    answer.fresh = a.transactional && !answer.conflict && !repeated;
    if (answer.fresh) {
      backups_[a.row] = words_[a.row];
      owners_[a.row] = a.owner;
      filters_[a.owner][a.row % sizes_.filter_bits] = true;
    }
    if (!answer.conflict) words_[a.row] = lds_new_value(a.op, words_[a.row], a.data);
    answer.cycles = cycles(a, answer, repeated);
    answer.latency = answer.cycles;
    return answer;
  }

  /// Ends the transactions of `lanes` of a wavefront: keeps what they wrote, or restores it. Returns the
  /// cycles.
  unsigned walk(unsigned wavefront, std::uint64_t lanes, bool restore) {
    unsigned n = 0;
    for (unsigned lane = 0; lane < sizes_.lanes; ++lane) {
      if (!((lanes >> lane) & 1)) continue;
      const unsigned owner = wavefront * sizes_.lanes + lane;
      for (unsigned row = 0; row < sizes_.tx_rows(); ++row) {
        if (owners_[row] != owner) continue;
        if (restore) words_[row] = backups_[row];
        owners_[row].reset();
        ++n;
      }
      filters_[owner].assign(sizes_.filter_bits, false);
    }
    if (n == 0) return 1;
    return (sizes_.paper && restore ? 2 * n : n) + 2;
  }

  /// Writes a word as a plain store does, without any checks.
  void poke(unsigned row, std::uint32_t value) { words_[row] = value; }
  std::uint32_t word(unsigned row) const { return words_[row]; }
  std::optional<unsigned> owner(unsigned row) const { return owners_[row]; }
  bool filter(unsigned owner, unsigned bit) const { return filters_[owner][bit]; }
  unsigned owned_rows(unsigned owner) const {
    return static_cast<unsigned>(std::count(owners_.begin(), owners_.end(), std::optional<unsigned>(owner)));
  }

 private:
  bool filters_conflict(const BankAccess& a) const {
    for (unsigned other = 0; other < sizes_.owners(); ++other) {
      if (other != a.owner && sizes_.group_of(other) == sizes_.group_of(a.owner) &&
          filters_[other][a.row % sizes_.filter_bits]) {
        return true;
      }
    }
    return false;
  }

  unsigned cycles(const BankAccess& a, const BankAnswer& answer, bool repeated) const {
    if (!sizes_.paper) return 1;
    const bool writes_after_read = a.op != LdsOp::kLoad;
    if (!a.transactional) return is_atomic(a.op) ? 2 : 1;
    if (answer.conflict) return sizes_.exact ? 2 : 1;  // exact: the owner's byte is looked at
    if (repeated) return writes_after_read ? 3 : 2;
    return writes_after_read ? 4 : 3;
  }

  BankSizes sizes_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> backups_;
  std::vector<std::optional<unsigned>> owners_;
  std::vector<std::vector<bool>> filters_;
};

}  // namespace gputm::tb
