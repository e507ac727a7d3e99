#include "check/findings.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/device_memory_map.h"
#include "isa/symbol_name.h"

namespace gputm::check {
namespace {

constexpr std::array<const char*, 3> kSpaceNames{"global", "shared", "private"};

std::string index_text(std::uint32_t index, std::uint32_t x, std::uint32_t y, bool flat) {
  if (flat) return std::to_string(index);
  return fmt::format("({},{},{})", index % x, index / x % y, index / x / y);
}

/// "`x`+8 of 64 bytes", "8 bytes before `x` of 64 bytes"
std::string place_text(const BufferNames::Place& place) {
  if (place.name.empty()) return {};
  const std::string of = place.bytes == 0 ? "" : fmt::format(" of {} bytes", place.bytes);
  const auto offset = static_cast<std::int64_t>(place.offset);
  if (offset < 0) return fmt::format("{} bytes before `{}`{}", -offset, place.name, of);
  return fmt::format("`{}`+{}{}", place.name, offset, of);
}

}  // namespace

std::size_t Reports::Hash::operator()(const Key& key) const {
  const auto& [kind, detail, first, second] = key;
  const std::uint64_t mixed = (std::uint64_t{first} << 32 | second) * 0x9e37'79b9'7f4a'7c15U;
  return mixed ^ (mixed >> 29) ^ reinterpret_cast<std::uintptr_t>(detail) ^ static_cast<std::size_t>(kind);
}

void Reports::launch_begins(const core::BlockShape& shape) {
  if (program_ != shape.program->id()) by_pc_.clear();
  program_ = shape.program->id();
  shape_ = shape;
}

std::string Reports::line_of(Address pc) const {
  const auto line = shape_.program->source_line(pc);
  return line ? line->text() : shape_.program->describe(pc);
}

Reports::Party Reports::party(const Action& action) const {
  const std::uint32_t block = action.thread / shape_.threads, thread = action.thread % shape_.threads;
  const bool flat_block = shape_.grid_x == shape_.blocks, flat_thread = shape_.block_x == shape_.threads;
  return {.what = std::string(action.what),
          .function = isa::readable_name(std::string(shape_.program->function(action.pc))),
          .line = line_of(action.pc),
          .pc = action.pc,
          .block = block,
          .thread = thread,
          .block_index = index_text(block, shape_.grid_x, shape_.grid_y, flat_block),
          .thread_index = index_text(thread, shape_.block_x, shape_.block_y, flat_thread)};
}

void Reports::add(Kind kind, const char* detail, const Action& first, const std::optional<Action>& second,
                  const Bytes& bytes, std::uint64_t count) {
  const auto [known, added] =
      by_pc_.try_emplace({kind, detail, first.pc, second ? second->pc : 0}, reports_.size());
  if (!added) {
    reports_[known->second].count += count;
    return;
  }
  const auto [same, is_new] = by_line_.try_emplace(
      {kind, detail, line_of(first.pc), second ? line_of(second->pc) : std::string()}, reports_.size());
  if (!is_new) {
    known->second = same->second;
    reports_[same->second].count += count;
    return;
  }
  Report report{
      .kind = kind, .detail = detail, .parties = {party(first)}, .space = {}, .buffer = {}, .where = {}};
  if (second) report.parties.push_back(party(*second));
  if (bytes.count != 0) place(report, bytes);
  report.count = count;
  reports_.push_back(std::move(report));
}

void Reports::add_of_host(const char* detail, const Bytes& bytes) {
  Report report{
      .kind = Kind::kMemory, .detail = detail, .parties = {}, .space = {}, .buffer = {}, .where = {}};
  place(report, bytes);
  report.count = 1;
  reports_.push_back(std::move(report));
}

void Reports::place(Report& report, const Bytes& bytes) const {
  const BufferNames::Place place = names_.at(bytes.space, bytes.address);
  report.space = kSpaceNames[static_cast<std::size_t>(bytes.space)];
  report.buffer = place.name;
  report.where = place_text(place);
  report.offset = place.offset;
  report.address = bytes.address;
  report.bytes = bytes.count;
}

std::string Reports::text_of(const Report& report) {
  std::string text =
      fmt::format("check: {}: {}: ", kKindNames[static_cast<std::size_t>(report.kind)], report.detail);
  for (const Party& party : report.parties) {
    if (&party != report.parties.data()) text += " and ";
    text += fmt::format("{} at {} by thread {} of block {}", party.what, party.line, party.thread_index,
                        party.block_index);
  }
  const bool of_host = report.parties.empty();
  if (of_host) text += fmt::format("address {:#010x}", report.address);
  if (!of_host && report.bytes != 0)
    text += fmt::format(", {} bytes at {:#010x} of {} memory", report.bytes, report.address, report.space);
  if (!report.where.empty()) text += ", " + report.where;
  if (report.count > 1) text += fmt::format(" ({} times)", report.count);
  return text;
}

std::string Reports::text() const {
  std::string text;
  std::array<std::uint64_t, kKindNames.size()> found{};
  for (const Report& report : reports_) {
    ++found[static_cast<std::size_t>(report.kind)];
    text += text_of(report) + "\n";
  }
  for (const std::string& note : notes_) text += "check: note: " + note + "\n";
  text += fmt::format("check: {} errors", errors());
  for (std::size_t kind = 0; kind < found.size(); ++kind) {
    if (found[kind] != 0) text += fmt::format(", {} of {}", found[kind], kKindNames[kind]);
  }
  return text + "\n";
}

nlohmann::ordered_json Reports::json() const {
  auto reports = nlohmann::ordered_json::array();
  for (const Report& report : reports_) {
    nlohmann::ordered_json json = {{"kind", kKindNames[static_cast<std::size_t>(report.kind)]},
                                   {"detail", report.detail},
                                   {"count", report.count}};
    auto parties = nlohmann::ordered_json::array();
    for (const Party& party : report.parties) {
      parties.push_back({{"what", party.what},
                         {"line", party.line},
                         {"function", party.function},
                         {"pc", party.pc},
                         {"block", party.block},
                         {"thread", party.thread}});
    }
    json["parties"] = std::move(parties);
    if (report.bytes != 0) {
      json["memory"] = {{"space", report.space},
                        {"address", report.address},
                        {"bytes", report.bytes},
                        {"buffer", report.buffer},
                        {"offset", static_cast<std::int64_t>(report.offset)}};
    }
    reports.push_back(std::move(json));
  }
  return {{"errors", errors()}, {"reports", std::move(reports)}, {"notes", notes_}};
}

}  // namespace gputm::check
