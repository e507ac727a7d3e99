#include "core/perform_load.h"

#include "isa/execute.h"

namespace gputm::core {

using memory::WarpAccess;

void perform_load(WarpAccess& access, LaneMask lanes, const memory::BackingStore& memory,
                  tm::HistoryChecker* history) {
  const bool whole_words = access.values != WarpAccess::Values::kRegister;
  const bool reported = history != nullptr && !access.transactional;
  for_each_lane(lanes, [&](unsigned lane) {
    const Address address = access.address[lane];
    const Word word = memory.word(address);
    access.data[lane] = whole_words ? word : isa::extend_loaded(access.op, word >> (8 * (address & 3)));
    if (reported)
      history->plain_read(address & ~Address{3}, word,
                          {access.first_thread + lane, access.moment, access.epoch});
  });
}

}  // namespace gputm::core
