#include "engines/localtm/local_memory.h"

#include <algorithm>

namespace gputm::engines::localtm {

LocalMemory::LocalMemory(const tm::LdsSizes& sizes, const BankOptions& options)
    : sizes_(sizes),
      options_(options),
      words_(std::size_t{sizes.banks} * sizes.rows),
      backups_(words_.size()),
      owners_(words_.size(), kNobody),
      filters_(std::size_t{sizes.banks} * sizes.wavefronts * sizes.lanes),
      read_filters_(filters_.size()),
      migratory_(words_.size(), true),
      used_entries_(sizes.banks),
      owned_(std::size_t{sizes.wavefronts} * sizes.lanes) {}

bool LocalMemory::another_has(const std::vector<std::uint64_t>& filters, unsigned bank, unsigned owner,
                              unsigned bit) const {
  const unsigned group_items = sizes_.group_wavefronts() * sizes_.lanes;
  const unsigned first = owner / group_items * group_items;
  const std::uint64_t* of_bank = &filters[std::size_t{bank} * owned_.size()];
  for (unsigned other = first; other < first + group_items; ++other) {
    if (other != owner && ((of_bank[other] >> bit) & 1)) return true;
  }
  return false;
}

LocalMemory::Result LocalMemory::access(const Access& a) {
  const std::size_t at = index(a.bank, a.row);
  const unsigned owner = owner_of(a.wavefront, a.lane);
  const unsigned bit = a.row % options_.filter_bits;
  const std::size_t filter = std::size_t{a.bank} * owned_.size() + owner;
  const bool owned = owners_[at] != kNobody;
  Result result;
  result.data = words_[at];
  if (!a.transactional) {
    result.race = owned;
  } else {
    const bool owned_by_other = owned && owners_[at] != owner;
    const bool writes = a.op != tm::LdsOp::kLoad;
    const bool migratory = options_.migratory && migratory_[at];
    const bool reads_only = options_.shared_readers && !writes && !migratory;
    const bool takes = !owned && !reads_only;
    const bool owner_conflict = options_.exact ? owned_by_other : another_has(filters_, a.bank, owner, bit);
    result.reader_conflict = !owner_conflict && takes && another_has(read_filters_, a.bank, owner, bit);
    result.overflow = !owner_conflict && !result.reader_conflict && takes && options_.undo_entries != 0 &&
                      used_entries_[a.bank] == options_.undo_entries;
    result.conflict = owner_conflict || result.reader_conflict || result.overflow;
    result.true_conflict = result.conflict && owned_by_other;
    if (writes) migratory_[at] = true;
    if (result.conflict) return result;
    result.claimed = takes;
    // Migratory until its owner writes it
    if (takes && !writes) migratory_[at] = false;
    if (!owned && reads_only) read_filters_[filter] |= std::uint64_t{1} << bit;
  }
  if (result.claimed) {
    backups_[at] = words_[at];
    owners_[at] = owner;
    filters_[filter] |= std::uint64_t{1} << bit;
    ++used_entries_[a.bank];
    owned_[owner].push_back(static_cast<unsigned>(at));
  }
  words_[at] = tm::lds_result(a.op, words_[at], a.data, a.byte);
  return result;
}

unsigned LocalMemory::walk(unsigned wavefront, LaneMask lanes, bool restore) {
  std::vector<unsigned> rows(sizes_.banks);
  for_each_lane(lanes, [&](unsigned lane) {
    const unsigned owner = owner_of(wavefront, lane);
    for (const unsigned at : owned_[owner]) {
      if (restore) {
        words_[at] = backups_[at];
        migratory_[at] = true;
      }
      owners_[at] = kNobody;
      const unsigned bank = at / sizes_.rows;
      filters_[std::size_t{bank} * owned_.size() + owner] = 0;
      --used_entries_[bank];
      ++rows[bank];
    }
    owned_[owner].clear();
    if (!options_.shared_readers) return;
    for (unsigned bank = 0; bank < sizes_.banks; ++bank)
      read_filters_[std::size_t{bank} * owned_.size() + owner] = 0;
  });
  return *std::max_element(rows.begin(), rows.end());
}

}  // namespace gputm::engines::localtm
