#include "check/checks.h"

#include <algorithm>

#include "check/race_checker.h"
#include "check/sync_checker.h"

namespace gputm::check {

using core::Warp;

Kinds parse_kinds(std::string_view text) {
  Kinds kinds{};
  for (std::string_view rest = text; !rest.empty() || text.empty();) {
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    const auto known = std::ranges::find(kKindNames, name);
    if (name == "all")
      kinds.fill(true);
    else if (known != kKindNames.end())
      kinds[static_cast<std::size_t>(known - kKindNames.begin())] = true;
    else
      throw Error("--check: '" + std::string(name.substr(0, 40)) + "' is none of memory, race, sync and all");
  }
  return kinds;
}

Checks::Checks(const Kinds& kinds, bool undefined_shared) {
  if (kinds[static_cast<std::size_t>(Kind::kMemory)]) {
    auto memory = std::make_unique<MemoryChecker>(reports_, undefined_shared);
    memory_ = memory.get();
    checkers_.push_back(std::move(memory));
  }
  if (kinds[static_cast<std::size_t>(Kind::kRace)])
    checkers_.push_back(std::make_unique<RaceChecker>(reports_));
  if (kinds[static_cast<std::size_t>(Kind::kSync)])
    checkers_.push_back(std::make_unique<SyncChecker>(reports_));
}

void Checks::undefined(Address address) {
  if (memory_ != nullptr) memory_->undefined(address);
}

void Checks::freed(Address address) {
  if (memory_ != nullptr) memory_->freed(address);
}

void Checks::wrong_free(const char* detail, Address address) {
  if (memory_ != nullptr)
    reports_.add_of_host(detail, {.space = Space::kGlobal, .address = address, .count = 1});
}

std::size_t Checks::guard_bytes() const {
  std::size_t most = 0;
  for (const auto& checker : checkers_) most = std::max(most, checker->guard_bytes());
  return most;
}

void Checks::allocated(const memory::Allocation& allocation) {
  names_.allocated(allocation);
  for (const auto& checker : checkers_) checker->allocated(allocation);
}

void Checks::host_wrote(Address address, std::size_t bytes) {
  for (const auto& checker : checkers_) checker->host_wrote(address, bytes);
}

void Checks::launch_begins(const MachineConfig& machine, const memory::BackingStore& memory,
                           const core::BlockShape& shape) {
  names_.launch_begins(*shape.program);
  reports_.launch_begins(shape);
  for (const auto& checker : checkers_) checker->launch_begins(machine, memory, shape);
}

void Checks::launch_ends() {
  for (const auto& checker : checkers_) checker->launch_ends();
}

void Checks::block_begins(unsigned core, unsigned slot, std::uint32_t block) {
  for (const auto& checker : checkers_) checker->block_begins(core, slot, block);
}

void Checks::waits_at_barrier(const Warp& warp) {
  for (const auto& checker : checkers_) checker->waits_at_barrier(warp);
}

void Checks::leaves_barrier(unsigned core, unsigned slot) {
  for (const auto& checker : checkers_) checker->leaves_barrier(core, slot);
}

void Checks::returns(const Warp& warp) {
  for (const auto& checker : checkers_) checker->returns(warp);
}

void Checks::ends(const Warp& warp, LaneMask lanes) {
  for (const auto& checker : checkers_) checker->ends(warp, lanes);
}

bool Checks::refused(const Warp& warp, LaneMask lanes, const std::string& what) {
  bool skips = false;
  for (const auto& checker : checkers_) skips |= checker->refused(warp, lanes, what);
  return skips;
}

void Checks::accesses(const Warp& warp, const core::LaneSpaces& spaces, const memory::WarpAccess& access) {
  for (const auto& checker : checkers_) checker->accesses(warp, spaces, access);
}

void Checks::completes(const Warp& warp, const memory::WarpAccess& access) {
  for (const auto& checker : checkers_) checker->completes(warp, access);
}

void Checks::fences(const Warp& warp) {
  for (const auto& checker : checkers_) checker->fences(warp);
}

void Checks::asks_to_commit(const Warp& warp) {
  for (const auto& checker : checkers_) checker->asks_to_commit(warp);
}

void Checks::attempt_ends(const Warp& warp, unsigned lane, bool commits) {
  for (const auto& checker : checkers_) checker->attempt_ends(warp, lane, commits);
}

}  // namespace gputm::check
