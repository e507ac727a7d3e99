// A unit with Protection in its bench, twice: once with a wrong word in a memory, once without. What leaves
// on its ports must be the same, until the unit reports the word's memory and row, and after that nothing may
// leave. The model's memories are visible (V<name>_sites.h).
#pragma once

#include <gtest/gtest.h>
#include <verilated.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/memory_report.h"
#include "common/seed.h"
#include "faults/fault.h"

namespace gputm::tb {

/// A memory of the report, by the beginning of its model's name; without a name, it is not in the model, or
/// tested elsewhere
struct ReportedMemory {
  const char* name = nullptr;
  bool queue = false;   ///< all words get the wrong bit; the reported row is 0
  bool unused = false;  ///< none of its words may be in use; what they are decides at most when answers come
};

/// A wrong word: memory, cycle, bits that are inverted, and what else is chosen
struct WrongWord {
  ReportedMemory memory;
  std::uint64_t cycle = 0;
  unsigned bits = 1;
  std::uint64_t seed = 0;
};

/// A run of a unit, cycle by cycle
struct UnitTrace {
  static constexpr unsigned kPorts = 6;  ///< at most
  using Message = std::vector<std::uint64_t>;

  std::optional<WrongWord> wrong;
  std::uint64_t cycle = 0;
  std::array<std::vector<Message>, kPorts> left;  ///< messages that have left, by port
  std::array<bool, kPorts> offered{};             ///< and those that wait
  std::array<std::size_t, kPorts> allowed{};  ///< messages when the unit stopped, with those offered before
  unsigned row = 0;                           ///< of the wrong word
  MemoryReport report{0};

  static inline UnitTrace* current = nullptr;
};

/// Appends a port of any type that Verilator gives it.
template <typename Port>
void append(UnitTrace::Message& message, const Port& port) {
  if constexpr (requires { port.data(); }) {
    for (std::size_t i = 0; i < std::size_t{Port::Words}; ++i) message.push_back(port.at(i));
  } else {
    message.push_back(port);
  }
}
template <typename... Ports>
UnitTrace::Message message_of(const Ports&... ports) {
  UnitTrace::Message message;
  (append(message, ports), ...);
  return message;
}

/// `Unit::ports(model, port)` calls port(number, valid, ready, message) for each port of what leaves.
template <typename Model, typename Unit>
class Traced : public Model {
 public:
  explicit Traced(VerilatedContext* context, const char* name = "TOP") : Model(context, name) {}

  void eval() {
    const bool high = this->clk_i != 0;
    if (high && !was_high_ && this->rst_ni != 0) edge();
    if (!high && was_high_ && this->rst_ni != 0) spoil();
    was_high_ = high;
    Model::eval();
  }

 private:
  /// Ports have their values of this cycle.
  void edge() {
    UnitTrace& trace = *UnitTrace::current;
    ++trace.cycle;
    const bool stopped = trace.report.fatal;
    trace.report = MemoryReport(this->memory_report_o);
    if (trace.report.fatal && !stopped) {
      for (unsigned port = 0; port < UnitTrace::kPorts; ++port)
        trace.allowed[port] = trace.left[port].size() + trace.offered[port];
    }
    Unit::ports(*this, [&](unsigned port, bool valid, bool ready, UnitTrace::Message message) {
      if (valid && ready) trace.left[port].push_back(std::move(message));
      trace.offered[port] = valid && !ready;
    });
  }
  void spoil() {
    UnitTrace& trace = *UnitTrace::current;
    if (!trace.wrong || trace.cycle != trace.wrong->cycle) return;
    const WrongWord& wrong = *trace.wrong;
    Rng rng(wrong.seed);
    std::vector<Site> sites = Described<Model>::sites(*this);
    std::erase_if(sites, [&](const Site& site) {
      return site.kind != SiteKind::kMemory || !std::string(site.name).starts_with(wrong.memory.name);
    });
    const Site& site = sites.at(below(rng, sites.size()));
    const std::uint64_t row = below(rng, site.depth), first = below(rng, site.width),
                        second = (first + 1 + below(rng, site.width - 1)) % site.width;
    trace.row = wrong.memory.queue ? 0 : static_cast<unsigned>(row);
    for (std::uint64_t word = 0; word < site.depth; ++word) {
      if (!wrong.memory.queue && word != row) continue;
      site.flip(word * site.width + first);
      if (wrong.bits == 2 && !wrong.memory.queue) site.flip(word * site.width + second);
    }
    // Assertions know what a wrong bit breaks.
    this->contextp()->assertOn(false);
  }

  bool was_high_ = false;
};

/// Wrong words in each of a unit's memories. `run(seed)` makes a bench with a traced model, and cycles it.
struct LostWords {
  std::vector<ReportedMemory> memories;  ///< in the order of docs/protection.md
  std::uint64_t first = 0, last = 0;     ///< cycles of wrong words
  std::function<void(std::uint64_t seed)> run;

  UnitTrace trace(std::uint64_t seed, const std::optional<WrongWord>& wrong) const {
    UnitTrace trace;
    trace.wrong = wrong;
    UnitTrace::current = &trace;
    run(seed);
    UnitTrace::current = nullptr;
    return trace;
  }

  /// `bits` of a word that is not in a queue are detected, and not corrected.
  void nothing_leaves_after_a_loss(unsigned bits, std::uint64_t runs, Rng& rng) const {
    for (unsigned memory = 0; memory < memories.size(); ++memory) {
      if (memories[memory].name == nullptr) continue;
      unsigned reported = 0;
      for (std::uint64_t i = 0; goes_on(i, runs, reported != 0 || memories[memory].unused); ++i) {
        const std::uint64_t seed = rng();
        const UnitTrace right = trace(seed, {}), wrong = trace(seed, word(memory, bits, rng));
        EXPECT_FALSE(right.report.valid);
        EXPECT_EQ(wrong.report.corrected, 0u) << memories[memory].name;
        EXPECT_EQ(wrong.report.valid, wrong.report.fatal) << memories[memory].name;
        if (wrong.report.fatal) {
          ++reported;
          EXPECT_EQ(wrong.report.memory, memory);
          EXPECT_EQ(wrong.report.row, wrong.row) << memories[memory].name;
        }
        if (!wrong.report.fatal && memories[memory].unused) continue;
        for (unsigned port = 0; port < UnitTrace::kPorts; ++port) {
          const auto &here = wrong.left[port], &there = right.left[port];
          if (wrong.report.fatal) {
            EXPECT_LE(here.size(), wrong.allowed[port])
                << "port " << port << " after a loss in " << memories[memory].name;
          } else {
            EXPECT_EQ(here.size(), there.size()) << "port " << port << ", " << memories[memory].name;
          }
          ASSERT_LE(here.size(), there.size());
          for (std::size_t at = 0; at < here.size(); ++at)
            ASSERT_EQ(here[at], there[at])
                << "message " << at << " of port " << port << ", " << memories[memory].name;
        }
      }
      if (!memories[memory].unused) {
        EXPECT_GT(reported, 0u) << memories[memory].name;
      }
    }
  }

  /// One wrong bit outside of queues changes nothing.
  void a_bit_is_corrected(std::uint64_t runs, Rng& rng) const {
    for (unsigned memory = 0; memory < memories.size(); ++memory) {
      if (memories[memory].name == nullptr || memories[memory].queue) continue;
      unsigned corrected = 0;
      for (std::uint64_t i = 0; goes_on(i, runs, corrected != 0); ++i) {
        const std::uint64_t seed = rng();
        const UnitTrace right = trace(seed, {}), wrong = trace(seed, word(memory, 1, rng));
        EXPECT_EQ(wrong.left, right.left) << memories[memory].name;
        EXPECT_FALSE(wrong.report.fatal);
        EXPECT_EQ(wrong.report.uncorrectable, 0u);
        if (!wrong.report.valid) continue;
        ++corrected;
        EXPECT_EQ(wrong.report.memory, memory);
        EXPECT_EQ(wrong.report.row, wrong.row);
        EXPECT_GE(wrong.report.corrected, 1u);
      }
      EXPECT_GT(corrected, 0u) << memories[memory].name;
    }
  }

 private:
  /// A word that is seldom read needs more runs until it is read once.
  static bool goes_on(std::uint64_t run, std::uint64_t runs, bool seen) {
    return run < runs || (!seen && run < 20 * runs);
  }
  WrongWord word(unsigned memory, unsigned bits, Rng& rng) const {
    return {
        .memory = memories[memory], .cycle = first + below(rng, last - first), .bits = bits, .seed = rng()};
  }
};

}  // namespace gputm::tb
