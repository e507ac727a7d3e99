// Contents of the banks of a transactional local memory, without timing: words, backups, owners, and a
// literal Bloom filter for each work-item and bank (GPU-LocalTM paper, sections 3.2 and 3.3), with a second
// one for reads if readers share.
#pragma once

#include <cstdint>
#include <vector>

#include "engines/localtm/bank_options.h"
#include "tm/lds_unit.h"

namespace gputm::engines::localtm {

class LocalMemory {
 public:
  LocalMemory(const tm::LdsSizes& sizes, const BankOptions& options);

  struct Access {
    tm::LdsOp op = tm::LdsOp::kLoad;
    bool transactional = false;
    unsigned wavefront = 0;
    unsigned lane = 0;
    unsigned bank = 0;
    unsigned row = 0;
    unsigned byte = 0;  ///< byte in the word
    Word data = 0;
  };
  struct Result {
    Word data = 0;  ///< value before the access
    bool conflict = false;
    bool true_conflict = false;
    bool reader_conflict = false;  ///< the row's bit is set in another work-item's read filter
    bool overflow = false;         ///< conflict: no free backup
    bool race = false;
    bool claimed = false;  ///< the work-item has become owner of the row
  };
  Result access(const Access& access);

  /// Releases or restores rows owned by the lanes; returns the largest number of rows in one bank.
  unsigned walk(unsigned wavefront, LaneMask lanes, bool restore);

  Word word(unsigned bank, unsigned row) const { return words_[index(bank, row)]; }

 private:
  static constexpr unsigned kNobody = ~0u;

  std::size_t index(unsigned bank, unsigned row) const { return std::size_t{bank} * sizes_.rows + row; }
  unsigned owner_of(unsigned wavefront, unsigned lane) const { return wavefront * sizes_.lanes + lane; }
  /// Whether the filter of another work-item of the work-group has the bit set.
  bool another_has(const std::vector<std::uint64_t>& filters, unsigned bank, unsigned owner,
                   unsigned bit) const;

  tm::LdsSizes sizes_;
  BankOptions options_;
  std::vector<Word> words_;
  std::vector<Word> backups_;
  std::vector<unsigned> owners_;
  std::vector<std::uint64_t> filters_;        ///< [bank][work-item]
  std::vector<std::uint64_t> read_filters_;   ///< [bank][work-item]
  std::vector<bool> migratory_;               ///< the next reader of the word is expected to write it
  std::vector<unsigned> used_entries_;        ///< [bank]: owned rows
  std::vector<std::vector<unsigned>> owned_;  ///< [work-item]: indices
};

}  // namespace gputm::engines::localtm
