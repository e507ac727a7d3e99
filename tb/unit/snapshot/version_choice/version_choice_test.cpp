// version_choice against versions in the order of their ages: random rows, accesses and sets of unreferenced
// versions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>

#include "Vversion_choice.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

// Parameters of the model
constexpr unsigned kVersions = 4, kTimeBits = 3;

enum State : std::uint8_t { kFree, kCopying, kWritable, kReadable };
enum Kind : std::uint8_t { kPlain, kRead, kFirstRead, kWrite };

struct Version {
  State state = kFree;
  unsigned created = 0, age = 0;  ///< a greater age is younger
  bool closed = false, unread = false;
};

struct Row {
  std::array<Version, kVersions> versions;
  Kind kind = kPlain;
  unsigned moment = 0;

  template <typename Predicate>
  unsigned all(Predicate predicate) const {
    unsigned set = 0;
    for (unsigned v = 0; v < kVersions; ++v) set |= predicate(versions[v]) ? 1U << v : 0U;
    return set;
  }
  unsigned in_state(State state) const {
    return all([state](const Version& version) { return version.state == state; });
  }
  /// A set of one readable version or none.
  template <typename Predicate>
  std::optional<unsigned> extreme(bool oldest, Predicate predicate) const {
    std::optional<unsigned> best;
    for (unsigned v = 0; v < kVersions; ++v) {
      if (versions[v].state != kReadable || !predicate(versions[v])) continue;
      if (!best || (versions[v].age < versions[*best].age) == oldest) best = v;
    }
    return best;
  }
  std::optional<unsigned> newest() const {
    return extreme(false, [](const Version&) { return true; });
  }
  unsigned chosen() const;
  std::optional<unsigned> due() const;
  unsigned before_due() const;
};

unsigned set_of(std::optional<unsigned> version) { return version ? 1U << *version : 0U; }

unsigned Row::chosen() const {
  if (kind == kPlain) return set_of(newest());
  if (kind == kWrite) return in_state(kWritable);
  const auto latest = extreme(false, [this](const Version& version) { return version.created <= moment; });
  if (latest && kind == kFirstRead && versions[*latest].closed) return 0;
  return set_of(latest);
}

std::optional<unsigned> Row::due() const {
  for (unsigned v = 0; v < kVersions; ++v) {
    if (versions[v].state == kFree) return v;
  }
  const auto kept = newest();
  return extreme(true,
                 [&](const Version& version) { return version.unread && &version != &versions[*kept]; });
}

unsigned Row::before_due() const {
  const auto recycled = due();
  if (!recycled || versions[*recycled].state != kReadable) return 0;
  return set_of(
      extreme(false, [&](const Version& version) { return version.age < versions[*recycled].age; }));
}

class ChoiceBench : public ModuleBench<Vversion_choice> {
 public:
  explicit ChoiceBench(Rng& rng) : rng_(rng) { drive(dut().unread_i, 0); }

  /// A row, and the request for the previous one.
  void cycle() {
    const Row row = draw();
    drive_row(row);
    drive(dut().unread_i, last_.all([](const Version& version) { return version.unread; }));
    settle();
    if (cycles() > 0) check();
    tick();
    last_ = row;
  }

  std::uint64_t closed = 0, recycled = 0, with_one_before = 0, without_due = 0;

 private:
  Row draw() {
    Row row;
    std::array<unsigned, kVersions> ages{};
    std::iota(ages.begin(), ages.end(), 0);
    std::shuffle(ages.begin(), ages.end(), rng_);
    for (unsigned v = 0; v < kVersions; ++v) {
      row.versions[v] = {.state = one_in(rng_, 4) ? static_cast<State>(below(rng_, 4)) : kReadable,
                         .created = static_cast<unsigned>(below(rng_, 1U << kTimeBits)),
                         .age = ages[v],
                         .closed = one_in(rng_, 3),
                         .unread = one_in(rng_, 2)};
    }
    // One is always readable.
    row.versions[below(rng_, kVersions)].state = kReadable;
    row.kind = static_cast<Kind>(below(rng_, 4));
    row.moment = static_cast<unsigned>(below(rng_, 1U << kTimeBits));
    return row;
  }
  void drive_row(const Row& row) {
    drive(dut().kind_i, row.kind);
    drive(dut().moment_i, row.moment);
    drive(dut().closed_i, row.all([](const Version& version) { return version.closed; }));
    for (unsigned v = 0; v < kVersions; ++v) {
      const Version& version = row.versions[v];
      set_element(dut().state_i, v, 2, version.state);
      set_element(dut().created_i, v, kTimeBits, version.created);
      for (unsigned w = 0; w < kVersions; ++w) {
        // Bits of versions that are not readable are stale.
        const bool ordered = version.state == kReadable && row.versions[w].state == kReadable;
        const bool younger = ordered ? version.age > row.versions[w].age : one_in(rng_, 2);
        set_element(dut().younger_i, v * kVersions + w, 1, younger ? 1 : 0);
      }
    }
  }
  void check() {
    expect("readable", dut().readable_o, last_.in_state(kReadable));
    expect("writable", dut().writable_o, last_.in_state(kWritable));
    expect("copying", dut().copying_o, last_.in_state(kCopying));
    expect("newest", dut().newest_o, set_of(last_.newest()));
    expect("chosen", dut().chosen_o, last_.chosen());
    const auto due = last_.due();
    expect("due", dut().due_o, set_of(due));
    expect("before the due one", dut().before_due_o, last_.before_due());
    closed += last_.kind == kFirstRead && last_.chosen() == 0;
    recycled += due && last_.versions[*due].state == kReadable;
    with_one_before += last_.before_due() != 0;
    without_due += !due;
  }

  Rng& rng_;
  Row last_;
};

TEST(VersionChoice, IsThatOfTheAges) {
  Rng rng = seeded_rng(331);
  ChoiceBench bench(rng);
  for (std::uint64_t i = 0; i < run_length(50000) && !bench.failed(); ++i) bench.cycle();
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.closed, 100);
  EXPECT_GT(bench.recycled, 100);
  EXPECT_GT(bench.with_one_before, 100);
  EXPECT_GT(bench.without_due, 100);
}

}  // namespace
}  // namespace gputm::tb
