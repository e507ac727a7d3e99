// Exports a history as JSON Lines for checks by other tools; docs/reference/history.md describes the format.
#pragma once

#include <iosfwd>
#include <string>

#include "tm/history.h"

namespace gputm::tm {

class HistoryWriter {
 public:
  /// `out` must outlive the writer.
  explicit HistoryWriter(std::ostream& out) : out_(&out) {}

  void attempt(const Attempt& attempt);

  /// Last line: `begin_final`, `final_word` for every touched word by ascending address, `end_final`.
  void begin_final();
  void final_word(Address address, Word value);
  void end_final();

 private:
  void number(std::uint64_t value);
  void entry(Address address, Word value);
  void entries(std::span<const LogEntry> log);
  void flush();

  std::ostream* out_;
  std::string line_;  ///< reused from line to line
};

}  // namespace gputm::tm
