#include "core/perform_load.h"

#include "isa/execute.h"

namespace gputm::core {

using memory::WarpAccess;

void perform_load(WarpAccess& access, LaneMask lanes, const memory::BackingStore& memory,
                  tm::HistoryLog* history) {
  const bool wide = isa::access_bytes(access.op) == 8;
  const bool whole_words = access.values != WarpAccess::Values::kRegister;
  const bool reported = history != nullptr && !access.transactional;
  for_each_lane(lanes, [&](unsigned lane) {
    const Address address = access.address[lane];
    const Word word = memory.word(address);
    const auto report = [&](Address at, Word value) {
      if (reported) history->plain_read(at, value, {access.first_thread + lane, access.moment, access.epoch});
    };
    access.data[lane] = whole_words ? word : isa::extend_loaded(access.op, word >> (8 * (address & 3)));
    report(address & ~Address{3}, word);
    if (!wide) return;
    access.further[lane].high = memory.word(address + 4);
    report(address + 4, access.further[lane].high);
  });
}

}  // namespace gputm::core
