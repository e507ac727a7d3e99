#include "stream.h"

namespace gputm::tb::streams {

Word StreamView::read(Address address) {
  if (const auto own = written_.find(address); own != written_.end()) return writes_[own->second].value;
  if (const auto again = read_.find(address); again != read_.end()) return reads_[again->second].value;
  const auto found = snapshot_.find(address);
  const Word value = found == snapshot_.end() ? 0 : found->second;
  read_.emplace(address, reads_.size());
  reads_.push_back({address, value});
  accesses_.push_back({address, false});
  return value;
}

void StreamView::write(Address address, Word value) {
  const auto [own, first] = written_.emplace(address, writes_.size());
  if (!first) {
    writes_[own->second].value = value;
    return;
  }
  writes_.push_back({address, value});
  accesses_.push_back({address, true});
}

}  // namespace gputm::tb::streams
