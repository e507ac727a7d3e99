// The rules of post-dating that can be switched off, each with the smallest search that shows its purpose.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "post_dating/dependency_history.h"
#include "post_dating/item_history.h"

namespace gputm::test {

using SearchLimits = std::variant<DependencyLimits, ItemLimits>;

inline SearchResult search_within(const SearchLimits& limits, const post_dating::Rules& rules) {
  if (const auto* items = std::get_if<ItemLimits>(&limits)) {
    return search(ItemHistory(*items, rules), SearchOrder::kBreadthFirst);
  }
  return search(DependencyHistory(std::get<DependencyLimits>(limits), rules), SearchOrder::kBreadthFirst);
}

struct RuleSwitch {
  std::string name;
  std::string without;  ///< consequence of its absence
  post_dating::Rules on;
  post_dating::Rules off;
  SearchLimits limits_on;
  SearchLimits limits_off;

  SearchResult search_on() const { return search_within(limits_on, on); }
  SearchResult search_off() const { return search_within(limits_off, off); }
};

inline std::vector<RuleSwitch> rule_switches() {
  using post_dating::Rules;
  const DependencyLimits live{.transactions = 3, .slots = 3, .begun = true, .commits = false};
  const DependencyLimits commits{.transactions = 3, .slots = 3};
  const DependencyLimits reuse{.transactions = 4, .slots = 3, .aborts = true};
  const ItemLimits skew{.transactions = 2, .items = 2, .slots = 2};
  const ItemLimits chain{.transactions = 3, .items = 2, .slots = 3};
  const ItemLimits two_slots{.transactions = 3, .items = 2, .slots = 2};

  std::vector<RuleSwitch> switches;
  const auto add = [&](const char* name, const char* without, auto change, auto limits,
                       Rules::Cut cut = Rules::Cut::kNear) {
    Rules on;
    on.cut = cut;
    Rules off = on;
    change(off);
    switches.push_back({name, without, on, off, limits, limits});
  };
  add(
      "open_is_infinite", "A PDTS of -1 is compared as a number",
      [](Rules& r) { r.open_is_infinite = false; }, live, Rules::Cut::kPrinted);
  add(
      "cts_never_falls", "A successor's CTS is overwritten", [](Rules& r) { r.cts_never_falls = false; },
      live, Rules::Cut::kPrinted);
  add(
      "commit_keeps_interval", "PDTS is reset at commit", [](Rules& r) { r.commit_keeps_interval = false; },
      commits);
  add(
      "start_above_commits", "CTS goes on from the slot's former occupant",
      [](Rules& r) { r.start = Rules::Start::kAsPrinted; }, chain);
  add(
      "start_as_of_snapshot", "The largest committed date is taken at the start, the snapshot later",
      [](Rules& r) { r.start = Rules::Start::kBeforeSnapshot; }, chain);
  add(
      "previous_widens", "The previous interval is overwritten", [](Rules& r) { r.previous_widens = false; },
      DependencyLimits{.transactions = 4, .slots = 2, .aborts = true});
  add(
      "abort_keeps_previous", "An abort overwrites the previous interval",
      [](Rules& r) { r.abort_keeps_previous = false; }, reuse);
  add(
      "retain_entries", "Table entries are removed at commit", [](Rules& r) { r.retain_entries = false; },
      skew);
  add(
      "first_committer_wins", "Only live writers conflict with a writer",
      [](Rules& r) { r.first_committer_wins = false; }, skew);
  add(
      "retain_first_writer", "Of a block's committed writers only the last is kept",
      [](Rules& r) { r.retain_first_writer = false; }, chain);
  add(
      "entries_tell_occupants", "An entry of a slot's former occupant is taken for the new one's",
      [](Rules& r) { r.entries_tell_occupants = false; }, two_slots);

  const DependencyLimits versions{.transactions = 3, .slots = 3, .versions = 2};
  add(
      "versions_retain", "What a version lacks is forgotten though the version can be read",
      [](Rules& r) { r.versions_retain = false; }, versions);
  add(
      "sequence_as_published", "A snapshot of an older version counts as one of its start",
      [](Rules& r) { r.sequence_as_published = false; },
      ItemLimits{.transactions = 2, .items = 2, .slots = 2, .readable = 2});
  Rules few_timestamps;
  few_timestamps.last_timestamp = 15;
  Rules older_versions = few_timestamps;
  older_versions.flush_ends_versions = false;
  switches.push_back({"flush_ends_versions", "An older version can still be read after a flush",
                      few_timestamps, older_versions, versions, versions});

  const auto add_of_propagation = [&](const char* name, const char* without, auto change, auto limits) {
    Rules on;
    on.propagation_depth = 8;
    Rules off = on;
    change(off);
    switches.push_back({name, without, on, off, limits, limits});
  };
  const DependencyLimits four{.transactions = 4, .slots = 4};
  add_of_propagation(
      "report_visible", "A dependency on what the snapshot holds is not reported",
      [](Rules& r) { r.report_visible = false; }, four);
  add_of_propagation(
      "commit_above_released", "A transaction commits below one that has been released",
      [](Rules& r) { r.commit_above_released = false; }, four);
  add_of_propagation(
      "released_pins", "A committed transaction rises past a successor that has been released",
      [](Rules& r) { r.released_pins = false; }, four);

  // Rules of the model's user.
  DependencyLimits drained = commits;
  drained.halves = 2;
  DependencyLimits undrained = drained;
  undrained.commit_between_halves = true;
  switches.push_back({"edges_drain_before_commit",
                      "A transaction commits while a dependency of it is half dated", Rules{}, Rules{},
                      drained, undrained});
  return switches;
}

}  // namespace gputm::test
