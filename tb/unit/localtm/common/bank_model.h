// One bank of the transactional local memory, written from the papers: words, backups, owners, and one
// literal Bloom filter of FilterBits bits for each work-item, with another one for its reads if readers
// share. Timing is a number of cycles for each command.
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

/// The word with the bytes of `bytes` replaced by those of `data`.
inline std::uint32_t with_bytes(std::uint32_t word, unsigned bytes, std::uint32_t data) {
  for (unsigned byte = 0; byte < 4; ++byte) {
    const std::uint32_t mask = ((bytes >> byte) & 1) * (0xffu << 8 * byte);
    word = (word & ~mask) | (data & mask);
  }
  return word;
}

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
  bool shared_readers = false;
  bool migratory = false;        ///< a read takes a row that transactions read and write
  unsigned undo_entries = 0;     ///< rows owned at a time, at most; 0: no limit
  bool work_item_lists = false;  ///< walks visit only their lanes' rows
  unsigned epochs = 0;           ///< bits of an epoch, which a release ends; 0: a release visits the rows
  bool checked = false;          ///< memories have protection: busy a cycle longer

  /// Walks visit all rows of their wavefront.
  constexpr bool wavefront_lists() const { return undo_entries == 0 && !work_item_lists && epochs == 0; }

  unsigned owners() const { return lanes * wavefronts; }
  unsigned group_of(unsigned owner) const { return owner / (owners() / work_groups); }
  /// Rows that transactions can use: the words, backups and owner bytes of one array, or half of the rows.
  /// With an undo log, all but the backups in the paper's array.
  unsigned tx_rows() const {
    if (undo_entries != 0) return paper ? rows - undo_entries : rows;
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
  unsigned bytes = 15;  ///< bytes that a store writes
};

struct BankAnswer {
  std::uint32_t data = 0;  ///< value before the access; meaningless for a plain store
  bool conflict = false;
  bool true_conflict = false;
  bool reader_conflict = false;  ///< with another work-item's filter of reads
  bool overflow = false;         ///< conflict: no backup is free
  bool race = false;
  bool fresh = false;    ///< the access made the row its work-item's
  unsigned cycles = 0;   ///< cycles from this command's acceptance to the earliest next one's
  unsigned latency = 0;  ///< cycles from acceptance to the answer
};

class BankModel {
 public:
  explicit BankModel(const BankSizes& sizes)
      : sizes_(sizes),
        words_(sizes.rows),
        backups_(sizes.tx_rows()),
        owners_(sizes.tx_rows()),
        filters_(sizes.owners(), std::vector<bool>(sizes.filter_bits)),
        read_filters_(filters_),
        lists_(sizes.wavefronts),
        to_be_written_(sizes.tx_rows(), true) {}

  BankAnswer access(const BankAccess& a) {
    BankAnswer answer;
    answer.data = words_[a.row];
    const bool in_tx_rows = a.row < sizes_.tx_rows();
    bool repeated = false;
    if (!a.transactional) {
      answer.race = in_tx_rows && owners_[a.row].has_value();
    } else {
      const bool reads = a.op == LdsOp::kLoad;
      const bool reads_only = sizes_.shared_readers && reads && !(sizes_.migratory && to_be_written_[a.row]);
      const bool owned = owners_[a.row].has_value();
      repeated = owners_[a.row] == a.owner;
      const bool owner_conflict = sizes_.exact ? owned && !repeated : another_has(filters_, a);
      const bool takes = !owned && !reads_only;
      answer.reader_conflict = !owner_conflict && takes && another_has(read_filters_, a);
      answer.overflow = !owner_conflict && !answer.reader_conflict && takes && sizes_.undo_entries != 0 &&
                        owned_rows() == sizes_.undo_entries;
      answer.conflict = owner_conflict || answer.reader_conflict || answer.overflow;
      answer.true_conflict = answer.conflict && owned;
      answer.fresh = !answer.conflict && takes;
      // A read after a write, or after an attempt to write, is expected to write the row, too, until a
      // work-item has read it alone without writing.
      if (!reads) to_be_written_[a.row] = true;
      if (reads && answer.fresh) to_be_written_[a.row] = false;
      if (!answer.conflict && !owned && reads_only) read_filters_[a.owner][a.row % sizes_.filter_bits] = true;
    }
    if (answer.fresh) {
      backups_[a.row] = words_[a.row];
      owners_[a.row] = a.owner;
      claimed_row_ = a.row;
      auto& list = lists_[a.owner / sizes_.lanes];
      list.insert(list.begin(), a.row);
      filters_[a.owner][a.row % sizes_.filter_bits] = true;
    }
    if (!answer.conflict) {
      words_[a.row] = a.op == LdsOp::kStore ? with_bytes(words_[a.row], a.bytes, a.data)
                                            : lds_new_value(a.op, words_[a.row], a.data);
    }
    answer.cycles = cycles(a, answer, repeated);
    answer.latency = answer.cycles;
    return answer;
  }

  /// Whether one of a wavefront's work-items has a row.
  bool owns(unsigned wavefront) const {
    return std::any_of(owners_.begin(), owners_.end(), [&](const std::optional<unsigned>& owner) {
      return owner && *owner / sizes_.lanes == wavefront;
    });
  }
  /// Ends the transactions of `lanes` of a wavefront: keeps their writes, or restores the rows. Returns the
  /// cycles, without a wait for an epoch. `after_claim`: the command in the previous cycle has claimed a row
  /// for its work-item.
  unsigned walk(unsigned wavefront, std::uint64_t lanes, bool restore, bool after_claim) {
    std::vector<bool> walked(sizes_.tx_rows());
    unsigned readers = 0;
    for (unsigned lane = 0; lane < sizes_.lanes; ++lane) {
      if (!((lanes >> lane) & 1)) continue;
      const unsigned owner = wavefront * sizes_.lanes + lane;
      for (unsigned row = 0; row < sizes_.tx_rows(); ++row) {
        if (owners_[row] != owner) continue;
        if (restore) {
          words_[row] = backups_[row];
          to_be_written_[row] = true;  // its owner might have written it
        }
        owners_[row].reset();
        walked[row] = true;
      }
      auto& reads = read_filters_[owner];
      if (std::find(reads.begin(), reads.end(), true) != reads.end()) ++readers;
      filters_[owner].assign(sizes_.filter_bits, false);
      reads.assign(sizes_.filter_bits, false);
    }
    const std::vector<unsigned> list = lists_[wavefront];
    put_back(wavefront, walked);
    if (sizes_.epochs != 0 && !restore) return 1;
    const bool just_claimed = after_claim && walked[claimed_row_];
    const unsigned rows = sizes_.wavefront_lists() ? list_cycles(list, walked, restore)
                                                   : row_cycles(walked, restore, just_claimed);
    return std::max(rows, readers + 1);
  }

  std::uint32_t word(unsigned row) const { return words_[row]; }
  bool to_be_written(unsigned row) const { return to_be_written_[row]; }
  std::optional<unsigned> owner(unsigned row) const { return owners_[row]; }
  bool filter(unsigned owner, unsigned bit) const { return filters_[owner][bit]; }
  unsigned owned_rows() const {
    return static_cast<unsigned>(owners_.size()) -
           static_cast<unsigned>(std::count(owners_.begin(), owners_.end(), std::nullopt));
  }

 private:
  using Filters = std::vector<std::vector<bool>>;

  bool another_has(const Filters& filters, const BankAccess& a) const {
    for (unsigned other = 0; other < sizes_.owners(); ++other) {
      if (other != a.owner && sizes_.group_of(other) == sizes_.group_of(a.owner) &&
          filters[other][a.row % sizes_.filter_bits]) {
        return true;
      }
    }
    return false;
  }

  unsigned cycles(const BankAccess& a, const BankAnswer& answer, bool repeated) const {
    if (!sizes_.paper) return 1;
    const unsigned writes = a.op != LdsOp::kLoad ? 1 : 0;
    if (!a.transactional) return is_atomic(a.op) ? 2 : 1;
    const bool log = sizes_.undo_entries != 0;  // the log has the owners
    if (answer.conflict) return answer.true_conflict && sizes_.exact && !log ? 2 : 1;
    if (answer.fresh) return (log ? 2 : 3) + writes;
    if (repeated) return (log ? 1 : 2) + writes;
    return 1;  // one reader more
  }

  /// Cycles of a walk over these rows.
  unsigned row_cycles(const std::vector<bool>& walked, bool restore, bool just_claimed) const {
    const auto n = static_cast<unsigned>(std::count(walked.begin(), walked.end(), true));
    if (n == 0) return 1;
    const bool two_a_row = sizes_.paper && restore;
    // Lists are walked from the walk's own cycle on, except a list that gets its first row in that cycle.
    const bool at_once = sizes_.undo_entries == 0 && !(n == 1 && just_claimed);
    return (two_a_row ? 2 * n : n) + (at_once ? 1 : 2);
  }

  /// Cycles of a walk through a wavefront's list; `walked`: the walk's rows.
  unsigned list_cycles(const std::vector<unsigned>& list, const std::vector<bool>& walked,
                       bool restore) const {
    const bool two_a_row = sizes_.paper && restore;
    unsigned cycles = 1;
    for (std::size_t i = 0; i < list.size(); ++i) {
      // The port that writes a row back cannot read the backup of the next one, or of a command's row.
      const bool port_is_asked_for = i + 1 == list.size() || walked[list[i + 1]];
      cycles += two_a_row && walked[list[i]] && port_is_asked_for ? 2 : 1;
    }
    return cycles;
  }

  /// A wavefront's list after a walk: the remaining rows in reverse order.
  void put_back(unsigned wavefront, const std::vector<bool>& walked) {
    auto& list = lists_[wavefront];
    std::erase_if(list, [&](unsigned row) { return walked[row]; });
    std::ranges::reverse(list);
  }

  BankSizes sizes_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint32_t> backups_;
  std::vector<std::optional<unsigned>> owners_;
  Filters filters_;
  Filters read_filters_;
  std::vector<std::vector<unsigned>> lists_;  ///< rows of each wavefront, youngest first
  std::vector<bool> to_be_written_;
  unsigned claimed_row_ = 0;  ///< row of the last claim
};

}  // namespace gputm::tb
