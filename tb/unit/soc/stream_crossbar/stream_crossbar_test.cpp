// stream_crossbar against a two-word queue and a round-robin arbiter for each sink, with random stalls
// everywhere.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "Vstream_crossbar.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

constexpr unsigned kSources = 3, kSinks = 2, kWidth = 16, kDepth = 2;

struct Word {
  unsigned sink = 0;
  std::uint32_t data = 0;
};

/// Model of a sink: its words with their sources, and the start of its next search.
struct Sink {
  struct Held {
    unsigned source;
    std::uint32_t data;
  };
  std::deque<Held> held;
  unsigned next = 0;
};

/// Sources and sinks of one model; cycle() moves all of them.
class CrossbarBench : public ModuleBench<Vstream_crossbar> {
 public:
  explicit CrossbarBench(Rng& rng) : rng_(rng) {
    for (unsigned i = 0; i < kSources; ++i) in_.emplace_back(rng);
    for (unsigned i = 0; i < kSinks; ++i) out_.emplace_back(rng);
    dut().in_valid_i = 0;
    dut().out_ready_i = 0;
    reset();
  }

  void cycle() {
    drive_inputs();
    settle();
    unsigned ready = 0;
    for (unsigned sink = 0; sink < kSinks; ++sink) {
      const auto winner = choice(sink);
      if (winner) ready |= 1u << *winner;
      compare(sink);
    }
    const unsigned accepted = dut().in_ready_o & dut().in_valid_i;
    expect("in_ready_o of those who offer", accepted, ready);
    for (unsigned sink = 0; sink < kSinks; ++sink) move(sink);
    tick();
  }

  std::uint64_t words() const { return words_; }

 private:
  void drive_inputs() {
    unsigned valid = 0, out_ready = 0;
    for (unsigned source = 0; source < kSources; ++source) {
      auto& offer = offers_[source];
      if (!offer && in_[source].go())
        offer = Word{static_cast<unsigned>(below(rng_, kSinks)),
                     static_cast<std::uint32_t>(below(rng_, 1u << kWidth))};
      // A source without an offer has arbitrary data.
      const Word shown = offer.value_or(Word{0, static_cast<std::uint32_t>(below(rng_, 1u << kWidth))});
      set_element(dut().in_sink_i, source, kSinks, 1u << shown.sink);
      set_element(dut().in_data_i, source, kWidth, shown.data);
      if (offer) valid |= 1u << source;
    }
    for (unsigned sink = 0; sink < kSinks; ++sink) out_ready |= unsigned{out_[sink].go()} << sink;
    drive(dut().in_valid_i, valid);
    drive(dut().out_ready_i, out_ready);
  }

  /// Source of the word that the sink takes in this cycle.
  std::optional<unsigned> choice(unsigned sink) const {
    if (sinks_[sink].held.size() == kDepth) return std::nullopt;
    for (unsigned i = 0; i < kSources; ++i) {
      const unsigned source = (sinks_[sink].next + i) % kSources;
      if (offers_[source] && offers_[source]->sink == sink) return source;
    }
    return std::nullopt;
  }

  void compare(unsigned sink) {
    const auto& held = sinks_[sink].held;
    expect("out_valid_o", element(dut().out_valid_o, sink, 1), !held.empty());
    if (held.empty()) return;
    expect("out_source_o", element(dut().out_source_o, sink, kSources), 1u << held.front().source);
    expect("out_data_o", element(dut().out_data_o, sink, kWidth), held.front().data);
  }

  void move(unsigned sink) {
    auto& model = sinks_[sink];
    const auto winner = choice(sink);
    if (!model.held.empty() && element(dut().out_ready_i, sink, 1) != 0) {
      model.held.pop_front();
      ++words_;
    }
    if (!winner) return;
    model.held.push_back({*winner, offers_[*winner]->data});
    model.next = (*winner + 1) % kSources;
    offers_[*winner].reset();
  }

  Rng& rng_;
  std::vector<StallStream> in_, out_;
  std::array<std::optional<Word>, kSources> offers_;
  std::array<Sink, kSinks> sinks_;
  std::uint64_t words_ = 0;
};

TEST(StreamCrossbar, EachSinkTakesTheSourcesInTurn) {
  Rng rng = seeded_rng(84);
  CrossbarBench bench(rng);
  const std::uint64_t cycles = run_length(100000);
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failed(); ++cycle) bench.cycle();
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(bench.words(), cycles / 4);
}

}  // namespace
}  // namespace gputm::tb
