// File of trace events, in the JSON format of chrome://tracing, which Perfetto opens: slices on tracks, and
// arrows between them. One cycle is written as one microsecond, the format's unit.
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

/// Recorded part of a run
struct RecordingLimits {
  Cycle start = 0;                   ///< first cycle
  Cycle end = ~Cycle{0};             ///< end of the recorded range (exclusive)
  std::uint64_t bytes = 256U << 20;  ///< approximate limit of the file size
};

class TraceEvents {
 public:
  struct Track {
    unsigned process = 0, thread = 0;
  };

  /// Later names and arguments are written unchanged: they must not need escapes.
  TraceEvents(std::ostream& file, const RecordingLimits& limits);

  /// Names a track and its group, on the first call.
  void name(Track track, std::string_view process, std::string_view thread);
  bool named(Track track) const { return named_.contains({track.process, track.thread}); }
  /// `to`: end (exclusive). Empty slices, and those outside of the window, are not written. `arguments`:
  /// members of a JSON object, "\"lanes\":3".
  void slice(Track track, std::string_view name, Cycle from, Cycle to, std::string_view arguments = {});
  struct Part {
    std::string_view name;
    Cycle from = 0, to = 0;
  };
  /// Slice with nested slices, concurrent with others of the group. `id`: unique per slice.
  void nested_slices(unsigned process, std::uint64_t id, const Part& whole, std::span<const Part> parts);
  /// Mark at a time.
  void instant(Track track, std::string_view name, Cycle at, std::string_view arguments);
  /// Arrow from the slice at `at` to the slice at `until`.
  void arrow(Track from, Cycle at, Track to, Cycle until, std::string_view name);
  /// Completes the file.
  void finish();
  /// Whether the file reached its size limit; later events are missing.
  bool truncated() const { return bytes_ >= limits_.bytes; }

 private:
  bool recorded(Cycle at) const { return at >= limits_.start && at < limits_.end && !truncated(); }
  template <typename Format, typename... Arguments>
  void write(const Format& format, const Arguments&... arguments);
  void write_out();

  std::ostream& file_;
  fmt::memory_buffer unwritten_;  ///< buffered end of the file's text
  RecordingLimits limits_;
  std::uint64_t bytes_ = 0;
  std::uint64_t arrows_ = 0;
  std::set<std::pair<unsigned, unsigned>> named_;
};

}  // namespace gputm
