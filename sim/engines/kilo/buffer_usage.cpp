#include "engines/kilo/buffer_usage.h"

#include <algorithm>
#include <string>
#include <utility>

namespace gputm::engines::kilo {

using Kind = tm::FillWord::Kind;

void BufferTotals::add_to(Statistics& statistics) const {
  statistics.counter("commit_unit.cycles", "commit-unit cycles",
                     "cycles of commit units, summed over them") += cycles;
  for (std::size_t i = 0; i < kAllocationNames.size(); ++i) {
    const std::string name(kAllocationNames[i]);
    const std::string scheme = "by the scheme '" + name + "' (KILO TM paper, section 6.4.2)";
    statistics.counter("commit_unit.buffer_cycles_" + name, "buffer-cycles",
                       "read- and write-set buffers taken, summed over commit units and their cycles, " +
                           scheme) += buffer_cycles[i];
    std::uint64_t& greatest =
        statistics.greatest("commit_unit.most_buffers_" + name, "buffers",
                            "most buffers taken at a time in any one commit unit, " + scheme);
    greatest = std::max(greatest, most[i]);
  }
  statistics.counter("commit_unit.entries", "entries", "ring entries with a log that have retired") +=
      entries;
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    const std::string words = std::to_string(kSizes[i]);
    statistics.counter("commit_unit.read_sets_" + words, "entries",
                       "of these, those that have read at most " + words + " words") += read_sets[i];
    statistics.counter("commit_unit.write_sets_" + words, "entries",
                       "of these, those that write at most " + words + " words") += write_sets[i];
  }
}

BufferUsage::BufferUsage(std::unique_ptr<tm::CommitUnit> unit, BufferTotals& totals)
    : CommitUnitAround(std::move(unit)), totals_(totals), oldest_(inner().retired()) {}

void BufferUsage::fill(const tm::FillWord& beat) {
  if (beat.kind == Kind::kSkip) {
    taken(Allocation::kAll) += 2 * lane_count(beat.skips);
  } else {
    add_word(entries_[beat.id], beat.kind);
  }
  inner().fill(beat);
}

void BufferUsage::add_word(Entry& entry, Kind kind) {
  if (!entry.log) {
    entry.log = true;
    taken(Allocation::kAll) += 2;
    taken(Allocation::kAccessed) += 2;
  }
  std::uint16_t& words = kind == Kind::kRead ? entry.reads : entry.writes;
  if (words++ != 0) return;
  (kind == Kind::kRead ? entry.reads_needed : entry.writes_needed) = true;
  ++taken(Allocation::kUsed);
  ++taken(Allocation::kNeeded);
}

void BufferUsage::release(bool& needed) {
  if (needed) --taken(Allocation::kNeeded);
  needed = false;
}

void BufferUsage::control(const tm::ControlWord& beat) {
  if (beat.kind == tm::ControlWord::Kind::kFinalFail) release(entries_[beat.id].writes_needed);
  inner().control(beat);
}

void BufferUsage::pop_reply() {
  if (const std::optional<tm::ReplyWord> reply = inner().reply()) {
    const bool failed = reply->kind == tm::ReplyWord::Kind::kFail;
    if (failed || reply->kind == tm::ReplyWord::Kind::kPass) release(entries_[reply->id].reads_needed);
    if (failed) release(entries_[reply->id].writes_needed);
  }
  inner().pop_reply();
}

void BufferUsage::tick(tm::WordPort& memory) {
  inner().tick(memory);
  for (const tm::CommitId retired = inner().retired(); oldest_ != retired; ++oldest_)
    retire(entries_[oldest_]);
  ++totals_.cycles;
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    totals_.buffer_cycles[i] += taken_[i];
    totals_.most[i] = std::max(totals_.most[i], taken_[i]);
  }
}

void BufferUsage::retire(Entry& entry) {
  taken(Allocation::kAll) -= 2;
  if (!entry.log) return;
  release(entry.reads_needed);
  release(entry.writes_needed);
  taken(Allocation::kAccessed) -= 2;
  taken(Allocation::kUsed) -= (entry.reads != 0 ? 1U : 0U) + (entry.writes != 0 ? 1U : 0U);
  ++totals_.entries;
  for (std::size_t i = 0; i < BufferTotals::kSizes.size(); ++i) {
    totals_.read_sets[i] += entry.reads <= BufferTotals::kSizes[i];
    totals_.write_sets[i] += entry.writes <= BufferTotals::kSizes[i];
  }
  entry = {};
}

}  // namespace gputm::engines::kilo
