#include "gpu/konata_log.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <utility>

namespace gputm::gpu {
namespace {

constexpr std::array<const char*, 7> kShortNames{"Fi", "Hz", "Wa", "Rv", "Lo", "Fo", "Cm"};

}  // namespace

KonataLog::KonataLog(std::ostream& file, unsigned partition, const RecordingLimits& limits)
    : file_(file), partition_(partition), limits_(limits) {
  file_ << "Kanata\t0004\n";
}

void KonataLog::add(Cycle at, std::string text) {
  bytes_ += text.size();
  lines_.push_back({at, lines_.size(), std::move(text)});
}

void KonataLog::passed(const CommitEntry& entry, CommitStage stage, Cycle from, Cycle to) {
  if (entry.partition != partition_ || entry.began < limits_.start || entry.began >= limits_.end ||
      truncated())
    return;
  if (stage == CommitStage::kFill) {
    add(entry.began, fmt::format("I\t{}\t{}\t{}\n", entry.number, entry.id, entry.partition));
    add(entry.began, fmt::format("L\t{}\t0\tcommit id {}\n", entry.number, entry.id));
  }
  if (from == to) return;
  const char* const name = kShortNames[static_cast<std::size_t>(stage)];
  add(from, fmt::format("S\t{}\t0\t{}\n", entry.number, name));
  add(to, fmt::format("E\t{}\t0\t{}\n", entry.number, name));
}

void KonataLog::retired(const CommitEntry& entry, Cycle now) {
  if (entry.partition != partition_ || entry.began < limits_.start || entry.began >= limits_.end ||
      truncated())
    return;
  add(now, fmt::format("R\t{}\t{}\t0\n", entry.number, retired_++));
}

void KonataLog::finish() {
  std::ranges::sort(lines_, [](const Line& a, const Line& b) {
    return std::pair(a.at, a.number) < std::pair(b.at, b.number);
  });
  Cycle now = lines_.empty() ? 0 : lines_.front().at;
  file_ << "C=\t" << now << '\n';
  for (const Line& line : lines_) {
    if (line.at != now) file_ << "C\t" << line.at - std::exchange(now, line.at) << '\n';
    file_ << line.text;
  }
  lines_.clear();
}

}  // namespace gputm::gpu
