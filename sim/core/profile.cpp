#include "core/profile.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <type_traits>

#include "isa/program.h"
#include "isa/symbol_name.h"

namespace gputm::core {
namespace {

constexpr std::size_t kMostWinners = 8;  // per word

void add(Work& to, const Work& work) {
  to.instructions += work.instructions;
  to.cycles += work.cycles;
}

void add(SiteProfile& to, const SiteProfile& site) {
  to.begins += site.begins;
  to.commits += site.commits;
  for (std::size_t reason = 0; reason < to.aborts.size(); ++reason) to.aborts[reason] += site.aborts[reason];
  add(to.committed, site.committed);
  add(to.aborted, site.aborted);
  to.times.add(site.times);
}

void add(AccessProfile& to, const AccessProfile& access) { to.aborts += access.aborts; }
void add(Winner& to, const Winner& winner) { to.aborts += winner.aborts; }

void add(LineProfile& to, const LineProfile& line) { to.add(line); }

void add(WordProfile& to, const WordProfile& word);

/// Adds each element of `more` to the element of `all` with the same key, or appends it.
template <typename T, typename Key>
void merge(std::vector<T>& all, const std::vector<T>& more, Key key) {
  std::map<std::invoke_result_t<Key, const T&>, std::size_t> places;
  for (std::size_t i = 0; i < all.size(); ++i) places.emplace(key(all[i]), i);
  for (const T& entry : more) {
    const auto [place, is_new] = places.emplace(key(entry), all.size());
    if (is_new)
      all.push_back(entry);
    else
      add(all[place->second], entry);
  }
}

void add(WordProfile& to, const WordProfile& word) {
  to.aborts += word.aborts;
  to.in_warp += word.in_warp;
  to.no_winner += word.no_winner;
  const std::size_t known = to.winners.size() + word.winners.size();
  merge(to.winners, word.winners, [](const Winner& winner) { return std::pair(winner.thread, winner.site); });
  // Winners in both lists count once.
  to.winner_count += word.winner_count - (known - to.winners.size());
}

}  // namespace

CodePlace place_of(const isa::Program& program, Address pc) {
  return {.pc = pc,
          .function = isa::readable_name(std::string(program.function(pc))),
          .line = program.source_line(pc)};
}

std::uint64_t LineProfile::all_cycles() const {
  return std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0});
}

void LineProfile::add(const LineProfile& other) {
  place.pc = std::min(place.pc, other.place.pc);
  issues += other.issues;
  lanes += other.lanes;
  for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] += other.cycles[i];
}

void Histogram::add(std::uint64_t number) {
  const auto bucket = static_cast<std::size_t>(std::bit_width(number));
  if (bucket >= counts_.size()) counts_.resize(bucket + 1);
  ++counts_[bucket];
}

void Histogram::add(const Histogram& other) {
  counts_.resize(std::max(counts_.size(), other.counts_.size()));
  for (std::size_t bucket = 0; bucket < other.counts_.size(); ++bucket)
    counts_[bucket] += other.counts_[bucket];
}

void Profile::add(const Profile& other) {
  merge(lines, other.lines, [](const LineProfile& line) { return line.key(); });
  merge(sites, other.sites, [](const SiteProfile& site) { return site.place.pc; });
  merge(accesses, other.accesses,
        [](const AccessProfile& access) { return std::pair(access.place.pc, access.site); });
  merge(words, other.words, [](const WordProfile& word) { return word.address; });
  word_count = words.size();
  unknown_words += other.unknown_words;
  transaction_retries.add(other.transaction_retries);
  thread_retries.add(other.thread_retries);
  sort();
}

void Profile::sort() {
  for (WordProfile& word : words) {
    std::ranges::sort(word.winners, [](const Winner& a, const Winner& b) {
      return a.aborts != b.aborts ? a.aborts > b.aborts : a.thread < b.thread;
    });
    word.winners.resize(std::min(word.winners.size(), kMostWinners));
  }
  std::ranges::sort(lines, [](const LineProfile& a, const LineProfile& b) {
    return std::pair(b.all_cycles(), a.place.pc) < std::pair(a.all_cycles(), b.place.pc);
  });
  std::ranges::sort(sites, [](const SiteProfile& a, const SiteProfile& b) {
    return a.all_aborts() != b.all_aborts() ? a.all_aborts() > b.all_aborts() : a.place.pc < b.place.pc;
  });
  std::ranges::sort(accesses, [](const AccessProfile& a, const AccessProfile& b) {
    if (a.aborts != b.aborts) return a.aborts > b.aborts;
    return a.place.pc != b.place.pc ? a.place.pc < b.place.pc : a.site < b.site;
  });
  std::ranges::sort(words, [](const WordProfile& a, const WordProfile& b) {
    return a.aborts != b.aborts ? a.aborts > b.aborts : a.address < b.address;
  });
}

}  // namespace gputm::core
