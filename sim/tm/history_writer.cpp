#include "tm/history_writer.h"

#include <array>
#include <charconv>
#include <ostream>

namespace gputm::tm {

void HistoryWriter::attempt(const Attempt& attempt) {
  line_ += "{\"thread\":";
  number(attempt.thread);
  line_ += ",\"attempt\":";
  number(attempt.number);
  line_ += attempt.committed ? ",\"outcome\":\"commit\",\"order\":" : ",\"outcome\":\"abort\",\"order\":";
  if (attempt.committed) {
    number(attempt.order);
    if (attempt.silent) line_ += ",\"silent\":true";
    if (attempt.local) line_ += ",\"local\":true";
  } else {
    line_ += "null";
  }
  line_ += ",\"reads\":[";
  entries(attempt.reads);
  line_ += "],\"writes\":[";
  entries(attempt.writes);
  line_ += "]}\n";
  flush();
}

void HistoryWriter::begin_final() { line_ += "{\"final\":["; }

void HistoryWriter::final_word(Address address, Word value) {
  static constexpr std::size_t kFlushBytes = 1 << 16;  // the last line may hold every word of memory
  entry(address, value);
  if (line_.size() >= kFlushBytes) {
    const char separator = line_.back();
    line_.pop_back();
    flush();
    line_ += separator;
  }
}

void HistoryWriter::end_final() {
  if (line_.back() == ',') line_.pop_back();
  line_ += "]}\n";
  flush();
}

void HistoryWriter::number(std::uint64_t value) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  line_.append(digits.data(), end);
}

void HistoryWriter::entry(Address address, Word value) {
  line_ += '[';
  number(address);
  line_ += ',';
  number(value);
  line_ += "],";
}

void HistoryWriter::entries(std::span<const LogEntry> log) {
  for (const LogEntry& e : log) entry(e.address, e.value);
  if (!log.empty()) line_.pop_back();
}

void HistoryWriter::flush() {
  out_->write(line_.data(), static_cast<std::streamsize>(line_.size()));
  line_.clear();
}

}  // namespace gputm::tm
