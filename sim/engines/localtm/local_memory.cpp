#include "engines/localtm/local_memory.h"

#include <algorithm>

namespace gputm::engines::localtm {

LocalMemory::LocalMemory(const tm::LdsSizes& sizes, unsigned filter_bits, bool exact)
    : sizes_(sizes),
      filter_bits_(filter_bits),
      exact_(exact),
      words_(std::size_t{sizes.banks} * sizes.rows),
      backups_(words_.size()),
      owners_(words_.size(), kNobody),
      filters_(std::size_t{sizes.banks} * sizes.wavefronts * sizes.lanes),
      owned_(std::size_t{sizes.wavefronts} * sizes.lanes) {}

bool LocalMemory::filters_conflict(unsigned bank, unsigned owner, unsigned bit) const {
  const unsigned group_items = sizes_.group_wavefronts() * sizes_.lanes;
  const unsigned first = owner / group_items * group_items;
  const std::uint64_t* filters = &filters_[std::size_t{bank} * owned_.size()];
  for (unsigned other = first; other < first + group_items; ++other) {
    if (other != owner && ((filters[other] >> bit) & 1)) return true;
  }
  return false;
}

LocalMemory::Result LocalMemory::access(const Access& a) {
  const std::size_t at = index(a.bank, a.row);
  const unsigned owner = owner_of(a.wavefront, a.lane);
  Result result;
  result.data = words_[at];
  if (!a.transactional) {
    result.race = owners_[at] != kNobody;
  } else {
    const bool owned_by_other = owners_[at] != kNobody && owners_[at] != owner;
    result.conflict = exact_ ? owned_by_other : filters_conflict(a.bank, owner, a.row % filter_bits_);
    result.true_conflict = result.conflict && owned_by_other;
    if (result.conflict) return result;
    result.claimed = owners_[at] == kNobody;
  }
  if (result.claimed) {
    backups_[at] = words_[at];
    owners_[at] = owner;
    filters_[std::size_t{a.bank} * owned_.size() + owner] |= std::uint64_t{1} << (a.row % filter_bits_);
    owned_[owner].push_back(static_cast<unsigned>(at));
  }
  words_[at] = tm::lds_result(a.op, words_[at], a.data);
  return result;
}

unsigned LocalMemory::walk(unsigned wavefront, LaneMask lanes, bool restore) {
  std::vector<unsigned> rows(sizes_.banks);
  for_each_lane(lanes, [&](unsigned lane) {
    const unsigned owner = owner_of(wavefront, lane);
    for (const unsigned at : owned_[owner]) {
      if (restore) words_[at] = backups_[at];
      owners_[at] = kNobody;
      const unsigned bank = at / sizes_.rows;
      filters_[std::size_t{bank} * owned_.size() + owner] = 0;
      ++rows[bank];
    }
    owned_[owner].clear();
  });
  return *std::max_element(rows.begin(), rows.end());
}

}  // namespace gputm::engines::localtm
