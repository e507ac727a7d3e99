#include "core/profiler.h"

#include <algorithm>
#include <string>

#include "core/timeline.h"

namespace gputm::core {
namespace {

AbortReason reason(const Warp& warp, unsigned lane) {
  if ((warp.transaction.asked >> lane) & 1) return AbortReason::kKernel;
  if (warp.state == WarpState::kAbort) return AbortReason::kAccess;
  return warp.state == WarpState::kValidate ? AbortReason::kWatchdog : AbortReason::kCommit;
}

}  // namespace

Profiler::Profiler(const CoreConfig& config, const memory::BackingStore& memory, Timeline* timeline)
    : memory_(memory),
      timeline_(timeline),
      max_warps_(config.max_warps),
      warp_width_(config.warp_width),
      attempts_(std::size_t{config.count} * config.max_warps),
      committers_(std::size_t{1} << kSetBits) {}

void Profiler::begin(const Warp& warp) {
  Attempt& attempt = at(warp);
  const Address pc = warp.stack.top().pc;
  const auto [known, added] = site_index_.try_emplace(pc, static_cast<unsigned>(sites_.size()));
  if (added) sites_.emplace_back().place.pc = pc;
  attempt.site = known->second;
  const LaneMask lanes = warp.stack.top().mask;
  sites_[attempt.site].begins += lane_count(lanes);
  for_each_lane(lanes, [&](unsigned lane) { attempt.retries[lane] = 0; });
}

void Profiler::start(const Warp& warp, Cycle now) {
  Attempt& attempt = at(warp);
  attempt.started = now;
  attempt.row_pcs.clear();
  attempt.refused = 0;
  for_each_lane(warp.transaction.lanes, [&](unsigned lane) { attempt.instructions[lane] = 0; });
}

void Profiler::issued(const Warp& warp) {
  Attempt& attempt = at(warp);
  const LaneMask lanes = warp.stack.top().mask;
  // Loops over all lanes, so that the compiler can vectorize.
  for (unsigned lane = 0; lane < kMaxLanes; ++lane)
    attempt.instructions[lane] += static_cast<std::uint32_t>((lanes >> lane) & 1);
}

void Profiler::accessed(const Warp& warp, Address pc, LaneMask refused, std::span<const Address> addresses) {
  Attempt& attempt = at(warp);
  attempt.row_pcs.resize(warp.transaction.logs.reads.size(), pc);
  attempt.refused |= refused;
  for_each_lane(refused,
                [&](unsigned lane) { attempt.refused_address[lane] = addresses[lane] & ~Address{3}; });
  if (refused != 0) attempt.refused_pc = pc;
}

void Profiler::time(const Warp& warp, ThreadTime what, unsigned threads, Cycle duration) {
  if (what > ThreadTime::kTU || threads == 0) return;
  sites_[at(warp).site].times.add(what, threads, duration);
}

void Profiler::outcome(const Warp& warp, unsigned lane, bool commits, std::span<const tm::LogEntry> writes,
                       Cycle now) {
  Attempt& attempt = at(warp);
  SiteProfile& site = sites_[attempt.site];
  Work& work = commits ? site.committed : site.aborted;
  work.instructions += attempt.instructions[lane];
  work.cycles += now - attempt.started;
  if (commits) {
    ++site.commits;
    committed(warp, lane, writes);
    if (timeline_ != nullptr) timeline_->committed(warp, lane, now);
    return;
  }
  const AbortReason why = reason(warp, lane);
  ++site.aborts[static_cast<std::size_t>(why)];
  ++attempt.retries[lane];
  std::optional<Address> word;
  std::optional<std::uint32_t> winner;
  if (why != AbortReason::kKernel) {
    if (const std::optional<Conflict> conflict = find_conflict(warp, lane)) {
      word = conflict->address;
      winner = lost(warp, *conflict);
    } else {
      ++unknown_words_;
    }
  }
  if (timeline_ != nullptr) timeline_->aborted(warp, why, word, winner, now);
}

void Profiler::committed(const Warp& warp, unsigned lane, std::span<const tm::LogEntry> writes) {
  const Attempt& attempt = at(warp);
  const std::uint32_t thread = warp.csrs.first_thread + lane;
  transaction_retries_.add(attempt.retries[lane]);
  if (thread >= retries_of_thread_.size()) retries_of_thread_.resize(thread + std::size_t{1});
  std::uint32_t& retries = retries_of_thread_[thread];
  retries = std::max(retries, 1U) + attempt.retries[lane];
  for (const tm::LogEntry& write : writes) {
    Committers& word = committers_[set_of(write.address)];
    word.newest = (word.newest + 1) % Committers::kKept;
    word.count = std::min(word.count + 1, Committers::kKept);
    word.ring[word.newest] = {
        .address = write.address, .value = write.value, .thread = thread, .site = attempt.site};
  }
}

std::optional<std::uint32_t> Profiler::lost(const Warp& warp, const Conflict& conflict) {
  ++accesses_[std::uint64_t{at(warp).site} << 32 | conflict.pc];
  Lost& word = words_[conflict.address];
  ++word.aborts;
  const Committer* const won = find_winner(conflict.address);
  if (won == nullptr) {
    ++word.no_winner;
    return std::nullopt;
  }
  word.in_warp += won->thread - warp.csrs.first_thread < warp_width_ ? 1 : 0;
  Winner& winner = word.winners[won->thread];
  winner.thread = won->thread;
  winner.site = sites_[won->site].place.pc;
  ++winner.aborts;
  return won->thread;
}

/// Access that caused the abort: the refused one, or the first read of a value that differs from memory.
std::optional<Profiler::Conflict> Profiler::find_conflict(const Warp& warp, unsigned lane) const {
  const Attempt& attempt = at(warp);
  if ((attempt.refused >> lane) & 1) return Conflict{attempt.refused_pc, attempt.refused_address[lane]};
  const tm::WarpLog& reads = warp.transaction.logs.reads;
  for (unsigned i = 0; i < std::min<std::size_t>(reads.size(), attempt.row_pcs.size()); ++i) {
    const tm::WarpLog::Row& row = reads[i];
    if (((row.valid >> lane) & 1) == 0 || !memory_.accessible(row.address[lane], 4) ||
        memory_.word(row.address[lane]) == row.value[lane])
      continue;
    return Conflict{attempt.row_pcs[i], row.address[lane]};
  }
  return std::nullopt;
}

/// Newest transaction that committed the present value in memory. None: a store outside of transactions wrote
/// it.
const Profiler::Committer* Profiler::find_winner(Address address) const {
  if (!memory_.accessible(address, 4)) return nullptr;
  const Committers& word = committers_[set_of(address)];
  const Word value = memory_.word(address);
  for (unsigned i = 0; i < word.count; ++i) {
    const Committer& committer = word.ring[(word.newest + Committers::kKept - i) % Committers::kKept];
    if (committer.address == address && committer.value == value) return &committer;
  }
  return nullptr;
}

Profile Profiler::finish(const isa::Program& program) const {
  Profile profile;
  profile.sites = sites_;
  for (SiteProfile& site : profile.sites) site.place = place_of(program, site.place.pc);
  for (const auto& [key, aborts] : accesses_) {
    profile.accesses.push_back({.place = place_of(program, static_cast<Address>(key)),
                                .site = sites_[key >> 32].place.pc,
                                .aborts = aborts});
  }
  for (const auto& [address, lost] : words_) {
    WordProfile word{.address = address,
                     .name = {},
                     .aborts = lost.aborts,
                     .in_warp = lost.in_warp,
                     .no_winner = lost.no_winner,
                     .winner_count = lost.winners.size(),
                     .winners = {}};
    for (const auto& [thread, winner] : lost.winners) word.winners.push_back(winner);
    profile.words.push_back(std::move(word));
  }
  profile.word_count = words_.size();
  profile.unknown_words = unknown_words_;
  profile.transaction_retries = transaction_retries_;
  for (const std::uint32_t retries : retries_of_thread_) {
    if (retries != 0) profile.thread_retries.add(retries - 1);
  }
  return profile;
}

}  // namespace gputm::core
