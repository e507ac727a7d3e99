#include "engines/eapg/announcing_unit.h"

namespace gputm::engines::eapg {

void AnnouncingUnit::fill(const tm::FillWord& beat) {
  if (beat.kind == tm::FillWord::Kind::kWrite) {
    words_[beat.id].push_back(beat.address);
    announcer_.add(beat.address);
  }
  inner().fill(beat);
}

void AnnouncingUnit::control(const tm::ControlWord& beat) {
  if (beat.kind == tm::ControlWord::Kind::kFinalFail) forget(beat.id);
  inner().control(beat);
}

void AnnouncingUnit::pop_reply() {
  const std::optional<tm::ReplyWord> reply = inner().reply();
  if (reply->kind == tm::ReplyWord::Kind::kFail || reply->kind == tm::ReplyWord::Kind::kRetired)
    forget(reply->id);
  inner().pop_reply();
}

void AnnouncingUnit::tick(tm::WordPort& memory) {
  inner().tick(memory);
  announcer_.tick();
}

void AnnouncingUnit::forget(tm::CommitId id) {
  for (const Address word : words_[id]) announcer_.remove(word);
  words_[id].clear();
}

}  // namespace gputm::engines::eapg
