// A file of trace events, the JSON that chrome://tracing defined and Perfetto opens: slices on tracks, arrows
// between them. One cycle is written as a microsecond, the format's unit.
#pragma once

#include <spdlog/fmt/fmt.h>

#include <cstdint>
#include <iosfwd>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/types.h"

namespace gputm {

/// What of a run is recorded.
struct RecordingLimits {
  Cycle start = 0;                   ///< first cycle
  Cycle end = ~Cycle{0};             ///< first cycle that is not recorded any more
  std::uint64_t bytes = 256U << 20;  ///< of the file; about
};

class TraceEvents {
 public:
  struct Track {
    unsigned process = 0, thread = 0;
  };

  /// Names and arguments that are passed later are written as they are: they must not need escapes.
  TraceEvents(std::ostream& file, const RecordingLimits& limits);

  /// Names a track and its group, the first time.
  void name(Track track, std::string_view process, std::string_view thread);
  bool named(Track track) const { return named_.contains({track.process, track.thread}); }
  /// `to` is its first cycle that is not in it. Empty ones, and those outside of the window, are not written.
  /// `arguments`: members of a JSON object, "\"lanes\":3".
  void slice(Track track, std::string_view name, Cycle from, Cycle to, std::string_view arguments = {});
  struct Part {
    std::string_view name;
    Cycle from = 0, to = 0;
  };
  /// A slice with slices inside of it, beside others of the group at the same time. `id`: another one for
  /// each.
  void nested_slices(unsigned process, std::uint64_t id, const Part& whole, std::span<const Part> parts);
  /// A mark.
  void instant(Track track, std::string_view name, Cycle at, std::string_view arguments);
  /// An arrow from the slice at `at` to the one at `until`.
  void arrow(Track from, Cycle at, Track to, Cycle until, std::string_view name);
  /// Ends the file.
  void finish();
  /// Whether it became too long; what followed is not in it.
  bool truncated() const { return bytes_ >= limits_.bytes; }

 private:
  bool recorded(Cycle at) const { return at >= limits_.start && at < limits_.end && !truncated(); }
  template <typename Format, typename... Arguments>
  void write(const Format& format, const Arguments&... arguments);
  void write_out();
  void write_end(char phase, unsigned process, std::uint64_t id, std::string_view name, Cycle at);

  std::ostream& file_;
  fmt::memory_buffer unwritten_;  ///< of the file's text, its end
  RecordingLimits limits_;
  std::uint64_t bytes_ = 0;
  std::uint64_t arrows_ = 0;
  std::set<std::pair<unsigned, unsigned>> named_;
};

}  // namespace gputm
