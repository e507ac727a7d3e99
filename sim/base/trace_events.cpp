#include "base/trace_events.h"

#include <spdlog/fmt/compile.h>

#include <algorithm>
#include <iterator>
#include <ostream>

namespace gputm {
namespace {

constexpr std::size_t kWritten = 64 << 10;  ///< bytes per write

}  // namespace

TraceEvents::TraceEvents(std::ostream& file, const RecordingLimits& limits) : file_(file), limits_(limits) {
  file_ << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"unit\":\"a microsecond is a cycle of the cores\"},\n"
           "\"traceEvents\":[";
}

template <typename Format, typename... Arguments>
void TraceEvents::write(const Format& format, const Arguments&... arguments) {
  const std::size_t before = unwritten_.size();
  unwritten_.append(std::string_view(bytes_ == 0 ? "\n" : ",\n"));
  fmt::format_to(std::back_inserter(unwritten_), format, arguments...);
  bytes_ += unwritten_.size() - before;
  if (unwritten_.size() >= kWritten) write_out();
}

void TraceEvents::write_out() {
  file_.write(unwritten_.data(), static_cast<std::streamsize>(unwritten_.size()));
  unwritten_.clear();
}

void TraceEvents::name(Track track, std::string_view process, std::string_view thread) {
  if (truncated() || !named_.insert({track.process, track.thread}).second) return;
  write(FMT_COMPILE(R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":"{}"}}}})"), track.process,
        process);
  write(FMT_COMPILE(R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":"{}"}}}})"),
        track.process, track.thread, thread);
}

void TraceEvents::slice(Track track, std::string_view name, Cycle from, Cycle to,
                        std::string_view arguments) {
  from = std::max(from, limits_.start);
  to = std::min(to, limits_.end);
  if (from >= to || truncated()) return;
  write(FMT_COMPILE(R"({{"ph":"X","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{{{}}}}})"), name,
        track.process, track.thread, from, to - from, arguments);
}

void TraceEvents::nested_slices(unsigned process, std::uint64_t id, const Part& whole,
                                std::span<const Part> parts) {
  const auto outside = [&](const Part& part) {
    return std::max(part.from, limits_.start) >= std::min(part.to, limits_.end);
  };
  if (outside(whole) || truncated()) return;
  // These events are most of a timeline: what they have in common is formatted once.
  constexpr std::string_view kBegin = R"({"ph":"b","cat":"commit","name":")",
                             kEnd = R"({"ph":"e","cat":"commit","name":")";
  const std::string common = fmt::format(FMT_COMPILE(R"(","id":{},"pid":{},"tid":0,"ts":)"), id, process);
  const auto write_end = [&](std::string_view kind, const Part& part, Cycle at) {
    write(FMT_COMPILE("{}{}{}{}}}"), kind, part.name, common, std::clamp(at, limits_.start, limits_.end));
  };
  write_end(kBegin, whole, whole.from);
  for (const Part& part : parts) {
    if (outside(part)) continue;
    write_end(kBegin, part, part.from);
    write_end(kEnd, part, part.to);
  }
  write_end(kEnd, whole, whole.to);
}

void TraceEvents::instant(Track track, std::string_view name, Cycle at, std::string_view arguments) {
  if (!recorded(at)) return;
  write(FMT_COMPILE(R"({{"ph":"i","s":"t","name":"{}","pid":{},"tid":{},"ts":{},"args":{{{}}}}})"), name,
        track.process, track.thread, at, arguments);
}

void TraceEvents::arrow(Track from, Cycle at, Track to, Cycle until, std::string_view name) {
  if (!recorded(at) || !recorded(until)) return;
  ++arrows_;
  const auto end = [&](const char* phase, Track track, Cycle cycle) {
    write(FMT_COMPILE(
              R"({{"ph":"{}","cat":"conflict","name":"{}","id":{},"pid":{},"tid":{},"ts":{},"bp":"e"}})"),
          phase, name, arrows_, track.process, track.thread, cycle);
  };
  end("s", from, at);
  end("f", to, until);
}

void TraceEvents::finish() {
  write_out();
  file_ << "\n]}\n";
}

}  // namespace gputm
