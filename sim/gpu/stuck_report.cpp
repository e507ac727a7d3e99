#include "gpu/stuck_report.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <bit>
#include <map>
#include <string_view>
#include <utility>

#include "core/device_memory_map.h"
#include "isa/symbol_name.h"

namespace gputm::gpu {

namespace {

using Path = StuckReport::Path;
using Warp = StuckReport::Warp;

/// Variable that contains a word, "counters+0x8"; "": none.
std::string variable(const isa::Program& program, Address address) {
  const std::string* best = nullptr;
  Address start = 0;
  for (const auto& [name, at] : program.symbols()) {
    const bool bare = best == nullptr || best->starts_with('_');
    if (at > address || name.empty() || program.in_text(at)) continue;
    if (best != nullptr && (at < start || (at == start && !bare))) continue;
    best = &name;
    start = at;
  }
  const bool same_memory = (start >= core::kSharedWindow) == (address >= core::kSharedWindow);
  if (best == nullptr || !same_memory || (address < core::kSharedWindow && address >= program.end()))
    return "";
  std::string text = isa::readable_name(*best);
  constexpr std::string_view kTag = "[abi:gputm_shared]";  // suffix of SHARED variables
  if (const std::size_t tag = text.find(kTag); tag != std::string::npos) text.erase(tag, kTag.size());
  if (address != start) text += fmt::format("+{:#x}", address - start);
  return text;
}

/// "kernel.cpp:34" from "function+0x12 (kernel.cpp:34)"; the whole text if there is no line.
std::string line_of(const StuckReport::Place& place) {
  const std::size_t open = place.rfind(" (");
  return open == std::string::npos ? place : place.substr(open + 2, place.size() - open - 3);
}

/// Activity of the last thread that changed a word.
std::string doing(const std::vector<Warp>& warps, const core::LastWriters::Change& change) {
  for (const Warp& warp : warps) {
    if (warp.state.core != change.core || warp.state.warp != change.warp) continue;
    const std::uint32_t lane = change.thread - warp.state.first_thread;
    for (std::size_t i = 0; lane < kMaxLanes && i < warp.paths.size(); ++i) {
      const Path& path = warp.paths[i];
      if (((path.lanes >> lane) & 1) == 0) continue;
      const std::string at = " at " + path.at;
      if (path.waits) return "waits for other lanes" + at;
      return (i == 0 ? warp.state.state : std::string("is parked until lanes of its warp come to it")) + at;
    }
  }
  return "has ended";
}

/// Whether lanes of the warp wait for running lanes of the same warp.
bool has_parked(const Warp& warp) {
  return warp.state.state == "spins" && warp.transaction.empty() && !warp.paths.empty() &&
         std::any_of(warp.paths.begin() + 1, warp.paths.end(), [](const Path& p) { return !p.waits; });
}

std::string describe(const Warp& warp) {
  std::string text = warp.state.state;
  for (std::size_t i = 0; i < warp.paths.size(); ++i) {
    const Path& path = warp.paths[i];
    if (i != 0) text += path.waits ? "; others wait" : "; others are parked";
    text += fmt::format(" at {}, lanes {:#x}", path.at, path.lanes);
    if (i == 3 && warp.paths.size() > 5) {
      text += fmt::format("; {} more paths", warp.paths.size() - 4);
      break;
    }
  }
  if (!warp.transaction.empty()) text += "; its transaction began at " + warp.transaction;
  if (warp.state.accesses_in_flight != 0)
    text += fmt::format("; accesses in flight: {}", warp.state.accesses_in_flight);
  if (!warp.state.system.empty()) text += "; " + warp.state.system;
  return text;
}

/// Groups of warps in the same state at the same lines, larger groups first.
std::vector<std::vector<const Warp*>> groups_of(const std::vector<Warp>& warps) {
  std::map<std::string, std::vector<const Warp*>> by_place;
  for (const Warp& warp : warps) {
    std::string key = warp.state.state + warp.transaction;
    for (const Path& path : warp.paths) key.append("|").append(line_of(path.at));
    by_place[key].push_back(&warp);
  }
  std::vector<std::vector<const Warp*>> groups;
  for (auto& [key, members] : by_place) groups.push_back(std::move(members));
  std::ranges::stable_sort(groups, [](const auto& a, const auto& b) {
    return std::pair(b.size(), std::pair(a[0]->state.core, a[0]->state.warp)) <
           std::pair(a.size(), std::pair(b[0]->state.core, b[0]->state.warp));
  });
  return groups;
}

std::string line_of_word(const StuckReport::Word& word) {
  std::string text = word.name.empty() ? "" : word.name + ", ";
  text += fmt::format("{:#010x}", word.address);
  if (word.core) text += fmt::format(" in shared memory (core {}, block slot {})", *word.core, *word.slot);
  text += fmt::format(", holds {} ({:#x}); {} warp{} wait{} for another value", word.value, word.value,
                      word.warps, word.warps == 1 ? "" : "s", word.warps == 1 ? "s" : "");
  if (word.writer) {
    text += fmt::format("; last changed by thread {} (core {}, warp {}), which {}", word.writer->thread,
                        word.writer->core, word.writer->warp, word.writer_is);
  }
  return text;
}

}  // namespace

std::string StuckReport::text() const {
  std::vector<std::string> lines{why};
  // Adds lines for `all` items named `what`, at most `most` lines.
  const auto list = [&](std::size_t all, std::size_t most, const char* what, auto line) {
    const std::size_t shown = all <= most ? all : most - 1;
    for (std::size_t i = 0; i < shown; ++i) lines.push_back(line(i));
    if (shown < all) lines.push_back(fmt::format("and {} more {} (--json has all)", all - shown, what));
  };
  list(words.size(), 5, "words that warps wait for", [&](std::size_t i) { return line_of_word(words[i]); });
  if (parked && std::ranges::any_of(warps, has_parked)) {
    lines.emplace_back(
        "lanes may wait for lanes of their own warp, which are parked until they meet: see "
        "docs/guide/kernels.md, "
        "or "
        "try --set core.divergence=fair");
  }
  std::vector<const Partition*> busy;
  for (const Partition& partition : partitions)
    if (!partition.idle) busy.push_back(&partition);
  const std::size_t left = kMostLines - lines.size() - std::min<std::size_t>(busy.size(), 4) - 1;
  const auto groups = groups_of(warps);
  list(groups.size(), left, "groups of warps", [&](std::size_t i) {
    const Warp& first = *groups[i].front();
    std::string text = fmt::format("core {} warp {}", first.state.core, first.state.warp);
    if (groups[i].size() > 1) text += fmt::format(" and {} more", groups[i].size() - 1);
    return text + ": " + describe(first);
  });
  list(busy.size(), 4, "partitions",
       [&](std::size_t i) { return fmt::format("partition {} {}", busy[i]->index, busy[i]->state); });
  if (const std::size_t idle = partitions.size() - busy.size(); idle != 0)
    lines.push_back(fmt::format("{} partition{} idle", idle, idle == 1 ? " is" : "s are"));
  return fmt::format("{}", fmt::join(lines, "\n"));
}

StuckReport stuck_report(std::string why, std::vector<core::WarpReport> warps, const isa::Program& program,
                         const core::LastWriters& writers, const std::function<Word(core::WordName)>& value) {
  StuckReport report{.why = std::move(why)};
  std::map<core::WordName, std::size_t> places;
  for (core::WarpReport& state : warps) {
    Warp warp;
    for (const auto& path : state.paths)
      warp.paths.push_back({.at = program.describe(path.pc), .lanes = path.lanes, .waits = path.waits});
    if (state.transaction != 0) warp.transaction = program.describe(state.transaction);
    for (const core::WordName name : state.awaited) {
      const auto [place, added] = places.try_emplace(name, report.words.size());
      if (added) {
        StuckReport::Word word{.address = static_cast<Address>(name), .value = value(name)};
        if (core::is_shared(name)) {
          word.core = core::core_of(name);
          word.slot = core::slot_of(name);
          word.address = core::kSharedWindow + core::offset_of(name);
        } else {
          word.writer = writers.find(word.address, word.value);
        }
        word.name = variable(program, word.address);
        report.words.push_back(std::move(word));
      }
      ++report.words[place->second].warps;
      warp.words.push_back(place->second);
    }
    warp.state = std::move(state);
    report.warps.push_back(std::move(warp));
  }
  for (StuckReport::Word& word : report.words)
    if (word.writer) word.writer_is = doing(report.warps, *word.writer);
  return report;
}

}  // namespace gputm::gpu
