// The limit of a block's lanes in attempts: how it is learned, which warps get lanes, and that none starves.
#include "engines/localtm/lane_limit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <vector>

#include "common/seed.h"

namespace gputm::engines::localtm {
namespace {

unsigned count(LaneMask lanes) { return static_cast<unsigned>(std::popcount(lanes)); }

TEST(LaneLimit, LetsAllLanesStartAtFirst) {
  LaneLimit limit(4, 64);
  for (unsigned w = 0; w < 4; ++w) limit.ask(w, ~LaneMask{0});
  for (unsigned w = 0; w < 4; ++w) {
    const auto grant = limit.grant();
    ASSERT_TRUE(grant);
    EXPECT_EQ(grant->wavefront, w);
    EXPECT_EQ(grant->lanes, ~LaneMask{0});
  }
  EXPECT_FALSE(limit.grant());
}

TEST(LaneLimit, HalvesOnceForAttemptsAtATimeAndRises) {
  LaneLimit limit(2, 8);
  for (unsigned w = 0; w < 2; ++w) limit.ask(w, 0xff);
  while (limit.grant()) {
  }
  limit.ended(0, 0);
  limit.ended(1, 0);  // they ran concurrently: the same information on the limit
  EXPECT_EQ(limit.limit(), 8U);
  limit.ask(0, 0xf8);
  EXPECT_EQ(limit.grant()->lanes, 0xf8U);
  limit.ended(0, 1);
  EXPECT_EQ(limit.limit(), 4U) << "less than a quarter has committed";
  limit.ask(0, 0xff);
  limit.grant();
  limit.ended(0, 1);
  EXPECT_EQ(limit.limit(), 5U) << "a quarter has";
  for (const unsigned lanes : {5U, 8U}) {
    limit.ask(0, 0xff);
    EXPECT_EQ(count(limit.grant()->lanes), lanes);
    limit.ended(0, lanes);
  }
  EXPECT_EQ(limit.limit(), 16U) << "all that the block has";
}

TEST(LaneLimit, GivesTheLowestLanesInTheOrderOfWishes) {
  LaneLimit limit(2, 4);
  for (int i = 0; i < 2; ++i) {  // down to two lanes
    limit.ask(0, 0xf);
    limit.grant();
    limit.ended(0, 0);
  }
  limit.ask(1, 0b1110);
  limit.ask(0, 0b0001);
  EXPECT_EQ(limit.grant()->lanes, 0b0110U);
  EXPECT_FALSE(limit.grant());
  limit.ended(1, 0);  // down to one lane
  limit.ask(1, 0b1010);
  EXPECT_EQ(limit.grant()->wavefront, 0U);
  EXPECT_FALSE(limit.grant());
  limit.ended(0, 1);  // up to two
  EXPECT_EQ(limit.grant()->lanes, 0b1010U);
}

TEST(LaneLimit, LetsAWarpThatHasFailedThriceRunALaneAlone) {
  LaneLimit limit(2, 64);
  for (int i = 0; i < 3; ++i) {
    limit.ask(0, 0xff);
    limit.grant();
    limit.ended(0, 0);
  }
  limit.ask(1, 1);
  limit.grant();
  limit.ask(0, 0xf0);
  EXPECT_FALSE(limit.grant()) << "another lane runs";
  limit.ended(1, 1);
  limit.ask(1, 1);
  EXPECT_EQ(limit.grant()->lanes, 0x10U);
  EXPECT_FALSE(limit.grant()) << "a lane runs alone";
  limit.ended(0, 1);
  EXPECT_EQ(limit.grant()->wavefront, 1U);
}

/// For any failures of attempts, except of a lane that runs alone, each warp commits repeatedly.
TEST(LaneLimit, GivesALaneHoweverOftenAttemptsFail) {
  LaneLimit limit(1, 8);
  for (int i = 0; i < 20; ++i) {
    limit.ask(0, 0xff);
    const auto grant = limit.grant();
    ASSERT_TRUE(grant) << "after " << i << " failures";
    EXPECT_NE(grant->lanes, 0U);
    limit.ended(0, 0);
  }
  EXPECT_EQ(limit.limit(), 1U);
}

TEST(LaneLimit, StarvesNobody) {
  tb::Rng rng = tb::seeded_rng(17);
  for (std::uint64_t run = tb::run_length(200); run != 0; --run) {
    LaneLimit limit(4, 8);
    std::vector<LaneMask> under_way(4);
    std::vector<unsigned> since(4);  // attempts of the others since the warp's last commit
    for (unsigned w = 0; w < 4; ++w) limit.ask(w, 1 + tb::below(rng, 255));
    for (unsigned step = 0; step < 500; ++step) {
      unsigned running = 0;
      while (const auto grant = limit.grant()) under_way[grant->wavefront] = grant->lanes;
      for (const LaneMask lanes : under_way) running += count(lanes);
      ASSERT_NE(running, 0U) << "nobody runs";
      unsigned w = static_cast<unsigned>(tb::below(rng, 4));
      while (under_way[w] == 0) w = (w + 1) % 4;
      const unsigned lanes = count(under_way[w]);
      const bool alone = running == 1;
      const auto committed = alone                ? 1U
                             : tb::one_in(rng, 3) ? static_cast<unsigned>(tb::below(rng, lanes + 1))
                                                  : 0U;
      under_way[w] = 0;
      limit.ended(w, committed);
      ASSERT_GE(limit.limit(), 1U);
      ASSERT_LE(limit.limit(), 32U);
      for (unsigned other = 0; other < 4; ++other) ++since[other];
      if (committed != 0) since[w] = 0;
      ASSERT_LT(since[w], 40U) << "warp " << w << " starves";
      limit.ask(w, 1 + tb::below(rng, 255));
    }
  }
}

/// All behaviours of a small block: any attempt ends next, any number of its lanes commit (a lane that runs
/// alone does), and its warp then requests any number of lanes. No attempt runs for ever: one overtaken
/// `kOvertaken` times ends before those overtaken less often.
class AllSchedules {
 public:
  AllSchedules(unsigned wavefronts, unsigned lanes) : wavefronts_(wavefronts), lanes_(lanes) {
    LaneLimit limit(wavefronts, lanes);
    for (unsigned w = 0; w < wavefronts; ++w) limit.ask(w, ask(lanes));
    visit(start({std::move(limit), std::vector<Attempt>(wavefronts)}));
  }

  std::size_t states() const { return states_.size(); }

  /// Maximum of consecutive attempts without a commit of the wavefront; 0: unbounded.
  unsigned longest_wait(unsigned wavefront) const {
    std::vector<unsigned> wait(states_.size());
    std::vector<char> mark(states_.size());  // 1: on the path, 2: done
    std::vector<std::pair<std::size_t, std::size_t>> path{{0, 0}};
    for (std::size_t first = 0; first < states_.size(); ++first) {
      if (mark[first] != 0) continue;
      path.assign(1, {first, 0});
      mark[first] = 1;
      while (!path.empty()) {
        auto& [state, edge] = path.back();
        if (edge == states_[state].size()) {
          const unsigned here = wait[state];
          mark[state] = 2;
          path.pop_back();
          if (!path.empty()) wait[path.back().first] = std::max(wait[path.back().first], here + 1);
          continue;
        }
        const Edge& next = states_[state][edge++];
        if (next.ended == wavefront && next.committed) continue;
        if (mark[next.to] == 1) return 0;
        if (mark[next.to] == 2) {
          wait[state] = std::max(wait[state], wait[next.to] + 1);
        } else {
          mark[next.to] = 1;
          path.emplace_back(next.to, 0);
        }
      }
    }
    return *std::max_element(wait.begin(), wait.end());
  }

 private:
  static constexpr unsigned kOvertaken = 2;
  struct Attempt {
    unsigned lanes = 0;  ///< 0: no attempt
    unsigned overtaken = 0;
  };
  struct State {
    LaneLimit limit;
    std::vector<Attempt> attempts;  ///< attempts of each wavefront

    std::vector<unsigned> key() const {
      std::vector<unsigned> key = limit.state();
      for (const Attempt& attempt : attempts) key.push_back(attempt.overtaken);
      return key;
    }
    bool may_end(unsigned w) const {
      unsigned most = 0;
      for (const Attempt& attempt : attempts) most = std::max(most, attempt.overtaken);
      return attempts[w].lanes != 0 && (most < kOvertaken || attempts[w].overtaken == most);
    }
  };
  struct Edge {
    std::size_t to;
    unsigned ended;
    bool committed;
  };

  static LaneMask ask(unsigned lanes) { return (LaneMask{1} << lanes) - 1; }

  static State start(State state) {
    while (const auto grant = state.limit.grant())
      state.attempts[grant->wavefront] = {count(grant->lanes), 0};
    return state;
  }

  static State after(State state, unsigned w, unsigned committed, unsigned wish) {
    state.attempts[w] = {};
    for (Attempt& other : state.attempts) {
      if (other.lanes != 0) ++other.overtaken;
    }
    state.limit.ended(w, committed);
    state.limit.ask(w, ask(wish));
    return start(std::move(state));
  }

  void visit(State first) {
    std::vector<State> open;
    const auto number = [&](State state) {
      const auto [at, is_new] = numbers_.emplace(state.key(), numbers_.size());
      if (is_new) {
        states_.emplace_back();
        open.push_back(std::move(state));
      }
      return at->second;
    };
    number(std::move(first));
    while (!open.empty()) {
      const State state = std::move(open.back());
      open.pop_back();
      const std::size_t from = numbers_.at(state.key());
      unsigned running = 0;
      for (const Attempt& attempt : state.attempts) running += attempt.lanes;
      ASSERT_NE(running, 0U) << "all wait";
      for (unsigned w = 0; w < wavefronts_; ++w) {
        if (!state.may_end(w)) continue;
        for (unsigned committed = running == 1 ? 1 : 0; committed <= state.attempts[w].lanes; ++committed) {
          for (unsigned wish = 1; wish <= lanes_; ++wish) {
            const Edge edge{number(after(state, w, committed, wish)), w, committed != 0};
            states_[from].push_back(edge);
          }
        }
      }
    }
  }

  unsigned wavefronts_;
  unsigned lanes_;
  std::map<std::vector<unsigned>, std::size_t> numbers_;
  std::vector<std::vector<Edge>> states_;
};

TEST(LaneLimit, StarvesNobodyInAnySchedule) {
  struct Block {
    unsigned wavefronts, lanes;
  };
  for (const Block block : {Block{2, 1}, {2, 4}, {3, 1}, {3, 2}, {4, 1}}) {
    const AllSchedules all(block.wavefronts, block.lanes);
    for (unsigned w = 0; w < block.wavefronts; ++w) {
      const unsigned wait = all.longest_wait(w);
      EXPECT_NE(wait, 0U) << "wavefront " << w << " of " << block.wavefronts << " starves";
      std::printf("%u wavefronts of %u lanes, %zu states: wavefront %u waits for %u attempts at most\n",
                  block.wavefronts, block.lanes, all.states(), w, wait);
    }
  }
}

}  // namespace
}  // namespace gputm::engines::localtm
