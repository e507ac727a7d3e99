#include "core/perform_load.h"

#include "isa/execute.h"

namespace gputm::core {

using memory::WarpAccess;

void perform_load(WarpAccess& access, LaneMask lanes, const memory::BackingStore& memory,
                  tm::HistoryLog* history) {
  const unsigned bytes = isa::access_bytes(access.op);
  const bool wide = bytes == 8;
  const bool whole_words = access.values != WarpAccess::Values::kRegister || bytes == sizeof(Word);
  const bool reported = history != nullptr && !access.transactional;
  if (whole_words && !wide && !reported) {  // the usual case
    for_each_lane(lanes, [&](unsigned lane) { access.data[lane] = memory.word(access.address[lane]); });
    return;
  }
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
