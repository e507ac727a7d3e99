// version_snapshots against a list of versions: publications whose timestamps arrive late, versions that make
// room or end early, and flushes.
#include <gtest/gtest.h>

#include <array>
#include <deque>

#include "Vversions.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb::version_snapshots_test {
namespace {

constexpr unsigned kVersions = 4, kLast = 63;  // maximum of commits and timestamp

struct Version {
  unsigned commits = 0, timestamp = 0;
  bool known = true;
};

struct Counts {
  std::uint64_t made_room = 0, shed = 0, flushes = 0, waits = 0;
};

template <typename Model>
class VersionBench : public ModuleBench<Model> {
 public:
  VersionBench() {
    auto& dut = this->dut();
    dut.publish_i = dut.answer_i = dut.shed_i = dut.flush_i = 0;
    this->reset();
  }

  std::optional<std::string> run(std::uint64_t cycles) {
    for (std::uint64_t i = 0; i < cycles && !this->failed(); ++i) cycle();
    return this->failure();
  }
  const Counts& counts() const { return counts_; }

 private:
  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  void cycle() {
    auto& dut = this->dut();
    const bool answer = !awaited_.empty() && answers_go_.go();
    const bool flush = commits_ == kLast && awaited_.empty();
    if (commits_ < kLast && one_in(rng_, 3)) ++commits_;
    const unsigned asked = random(kVersions), begun = random(kVersions), timestamp = random(kLast + 1);
    drive(dut.commits_i, commits_);
    drive(dut.query_i, asked);
    drive(dut.version_i, begun);
    dut.answer_i = answer;
    if (answer) drive(dut.answer_number_i, awaited_.front());
    drive(dut.answer_timestamp_i, timestamp);
    dut.shed_i = one_in(rng_, 30);
    dut.flush_i = flush;
    dut.publish_i = 0;
    this->settle();
    const bool room = places_[(newest() + 1) % kVersions].known;
    dut.publish_i = room && !flush && publications_.go();
    this->settle();
    check(asked, begun, room);
    counts_.waits += !room;

    if (answer) {
      places_[awaited_.front()].timestamp = timestamp;
      places_[awaited_.front()].known = true;
      awaited_.pop_front();
    }
    if (dut.shed_i || flush) end_older();
    if (flush) {
      commits_ = 0;
      places_[newest()] = {};
      ++counts_.flushes;
    }
    if (dut.publish_i) publish();
    this->tick();
  }

  unsigned newest() const { return readable_.back(); }

  void check(unsigned asked, unsigned begun, bool room) {
    auto& dut = this->dut();
    this->expect("room", dut.room_o, room);
    this->expect("number", dut.number_o, (newest() + 1) % kVersions);
    this->expect("readable", dut.readable_o, std::ranges::count(readable_, asked) != 0);
    this->expect("oldest", dut.oldest_seq_o, places_[readable_.front()].commits);
    if (std::ranges::count(readable_, begun) == 0) return;
    this->expect("known", dut.known_o, places_[begun].known);
    this->expect("commits", dut.seq_o, places_[begun].commits);
    if (places_[begun].known) this->expect("timestamp", dut.timestamp_o, places_[begun].timestamp);
  }

  void end_older() {
    counts_.shed += readable_.size() > 1;
    readable_ = {newest()};
  }

  void publish() {
    const unsigned number = (newest() + 1) % kVersions;
    if (number == readable_.front()) {
      readable_.pop_front();
      ++counts_.made_room;
    }
    readable_.push_back(number);
    places_[number] = {.commits = commits_, .known = false};
    awaited_.push_back(number);
  }

  Rng rng_ = seeded_rng(97);
  StallStream publications_{rng_}, answers_go_{rng_};
  std::array<Version, kVersions> places_{};
  std::deque<unsigned> readable_{0};  ///< numbers of versions, oldest first
  std::deque<unsigned> awaited_;      ///< versions without a timestamp yet
  unsigned commits_ = 0;
  Counts counts_;
};

TEST(VersionSnapshots, AreThoseOfTheirPublication) {
  VersionBench<Vversions> bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.counts().made_room, 1000u);
  EXPECT_GT(bench.counts().shed, 500u);
  EXPECT_GT(bench.counts().flushes, 100u);
  EXPECT_GT(bench.counts().waits, 100u);
}

}  // namespace
}  // namespace gputm::tb::version_snapshots_test
