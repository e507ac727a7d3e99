#include "gpu/instruction_trace.h"

#include <spdlog/fmt/compile.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <ostream>
#include <utility>

#include "isa/disassembler.h"
#include "isa/symbol_name.h"

namespace gputm::gpu {
namespace {

constexpr std::size_t kWritten = 64 << 10;  ///< bytes per write

/// "5" or "2-7". Throws Error.
TraceFilter::Range parse_range(std::string_view text) {
  TraceFilter::Range range;
  const char* const end = text.data() + text.size();
  std::from_chars_result parsed = std::from_chars(text.data(), end, range.first);
  range.last = range.first;
  if (parsed.ec == std::errc() && parsed.ptr != end && *parsed.ptr == '-')
    parsed = std::from_chars(parsed.ptr + 1, end, range.last);
  if (parsed.ec != std::errc() || parsed.ptr != end || range.first > range.last)
    throw Error(fmt::format("'{}' is no number and no range such as 2-7", text));
  return range;
}

void check(const char* what, const TraceFilter::Range& range, unsigned count) {
  if (range.first >= count)
    throw Error(fmt::format("{}={}: the machine has {}s 0..{}", what, range.first, what, count - 1));
}

}  // namespace

TraceFilter parse_trace_filter(std::string_view text) {
  TraceFilter filter;
  const std::array<std::pair<std::string_view, TraceFilter::Range*>, 4> keys{
      {{"core", &filter.core}, {"warp", &filter.warp}, {"block", &filter.block}, {"thread", &filter.thread}}};
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const std::string_view name = word.substr(0, word.find('='));
    const auto key = std::ranges::find(keys, name, &std::pair<std::string_view, TraceFilter::Range*>::first);
    if (key == keys.end() || name.size() == word.size())
      throw Error(fmt::format("'{}' is none of core=, warp=, block= and thread=", word));
    *key->second = parse_range(word.substr(name.size() + 1));
  }
  return filter;
}

InstructionTrace::InstructionTrace(std::ostream& file, const CoreConfig& config, const TraceFilter& filter,
                                   const RecordingLimits& limits)
    : file_(file), filter_(filter), limits_(limits), mask_digits_((config.warp_width + 3) / 4) {
  check("core", filter.core, config.count);
  check("warp", filter.warp, config.max_warps);
  file_ << "# cycle core warp mask pc line instruction\n";
}

void InstructionTrace::begin_launch(const isa::Program& program, Address kernel, Cycle now) {
  program_ = &program;
  if (std::exchange(texts_of_, program.id()) != program.id()) {
    texts_.assign(program.code().size(), {});
  }
  if (truncated()) return;
  const std::size_t before = unwritten_.size();
  fmt::format_to(std::back_inserter(unwritten_), "# launch at cycle {}: {}\n", now,
                 isa::readable_name(std::string(program.function(kernel))));
  bytes_ += unwritten_.size() - before;
}

void InstructionTrace::issues(const core::Warp& warp, Cycle now) {
  if (now < limits_.start || now >= limits_.end || !filter_.core.has(warp.csrs.core_id) ||
      !filter_.warp.has(warp.csrs.warp_id) || !filter_.block.has(warp.csrs.block_id) || truncated())
    return;
  const Address pc = warp.stack.top().pc;
  const LaneMask mask = warp.stack.top().mask;
  bool any = false;
  for_each_lane(mask, [&](unsigned lane) { any |= filter_.thread.has(warp.csrs.first_thread + lane); });
  if (!any || program_->at(pc) == nullptr) return;
  const std::size_t before = unwritten_.size();
  fmt::format_to(std::back_inserter(unwritten_), FMT_COMPILE("{:8} {:2} {:2} {:0{}x} {:08x} {}\n"), now,
                 warp.csrs.core_id, warp.csrs.warp_id, mask, mask_digits_, pc, text_of(pc));
  bytes_ += unwritten_.size() - before;
  if (unwritten_.size() >= kWritten) write_out();
}

const std::string& InstructionTrace::text_of(Address pc) {
  std::string& text = texts_[(pc - program_->code_base()) / 4];
  if (text.empty()) {
    const auto line = program_->source_line(pc);
    std::string place = line ? line->text() : std::string(program_->function(pc));
    if (place.empty()) place = "-";
    text = fmt::format("{:<24} {}", place, isa::assembly(*program_->at(pc), pc, program_->xlen()));
  }
  return text;
}

void InstructionTrace::write_out() {
  file_.write(unwritten_.data(), static_cast<std::streamsize>(unwritten_.size()));
  file_.flush();
  unwritten_.clear();
}

}  // namespace gputm::gpu
