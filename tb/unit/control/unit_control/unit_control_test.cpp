// unit_control: its registers by an AXI4-Lite master with random pauses, and what they say and do against the
// guide.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "Vunit_control.h"
#include "common/module_bench.h"
#include "common/reset_in_traffic.h"
#include "common/seed.h"

namespace gputm::tb {
namespace {

enum Register : std::uint32_t {
  kCtrl = 0x00,
  kStatus = 0x04,
  kError = 0x08,
  kErrorAddr = 0x0c,
  kErrorId = 0x10,
  kWatchdog = 0x14,
  kIrqState = 0x18,
  kIrqEnable = 0x1c,
  kTest = 0x20,
  kCounters = 0x40,
  kPastCounters = 0x54,
};
constexpr std::uint32_t kEnable = 1, kAbortAll = 2, kAbortOnError = 4;
constexpr std::uint32_t kIdle = 1, kDrained = 2, kAborting = 4, kReady = 8;
constexpr std::uint32_t kValid = 1, kMore = 2, kStuck = 14, kTested = 15;
/// Commits, conflicts, overflows, aborts, stalls: in the order of the counters.
constexpr unsigned kEvents = 5;
constexpr std::uint64_t kMostEvents = 2047;  // of a kind, in a cycle

struct Answer {
  std::uint32_t data = 0;
  bool error = false;
};

class Bench : public ModuleBench<Vunit_control> {
 public:
  explicit Bench(Rng& rng) : rng_(rng) {
    auto& d = dut();
    d.s_axil_awvalid = d.s_axil_wvalid = d.s_axil_bready = d.s_axil_arvalid = d.s_axil_rready = 0;
    d.ready_i = 1;
    d.busy_i = d.open_i = d.progress_i = d.error_valid_i = 0;
    d.events_i = 0;
    d.oldest_id_i = 0;
    set_error(1, 0, 0);
    reset();
  }

  /// The inputs count, then the rising edge.
  void tick() {
    settle();
    ModuleBench::tick();
  }
  void set_error(std::uint32_t cause, std::uint32_t addr, std::uint32_t id) {
    dut().error_i[0] = id;
    dut().error_i[1] = addr;
    dut().error_i[2] = cause;
  }
  /// An error of one cycle.
  void raise(std::uint32_t cause, std::uint32_t addr, std::uint32_t id) {
    set_error(cause, addr, id);
    dut().error_valid_i = 1;
    tick();
    dut().error_valid_i = 0;
  }

  /// A cycle with random events, which the bench counts.
  void cycle() {
    if (counts) {
      std::uint64_t events = 0;
      for (unsigned i = 0; i < kEvents; ++i) {
        const std::uint64_t many = one_in(rng_, 2) ? kMostEvents : below(rng_, kMostEvents + 1);
        const std::uint64_t count = one_in(rng_, 2) ? one_in(rng_, 8) ? many : below(rng_, 4) : 0;
        counted[i] += static_cast<std::uint32_t>(count);
        events |= count << 11 * (kEvents - 1 - i);
      }
      dut().events_i = events;
    }
    tick();
    dut().events_i = 0;
  }

  Answer read(std::uint32_t address) {
    auto& d = dut();
    bool sent = false;
    d.s_axil_araddr = static_cast<std::uint8_t>(address);
    for (unsigned waited = 0; waited < 200; ++waited) {
      if (!sent && !d.s_axil_arvalid) d.s_axil_arvalid = one_in(rng_, 2);
      d.s_axil_rready = one_in(rng_, 2);
      settle();
      const bool taken = d.s_axil_arvalid && d.s_axil_arready, answered = d.s_axil_rvalid && d.s_axil_rready;
      const Answer answer{d.s_axil_rdata, d.s_axil_rresp != 0};
      if (answered && d.s_axil_rresp != 0) expect("rresp", d.s_axil_rresp, 2);
      cycle();
      if (taken) {
        sent = true;
        d.s_axil_arvalid = 0;
      }
      if (answered) return answer;
    }
    fail("a read is not answered");
    return {};
  }

  /// Returns whether it was refused. `on_cycle`: called before each cycle.
  template <typename OnCycle>
  bool write(std::uint32_t address, std::uint32_t data, std::uint32_t strobes, const OnCycle& on_cycle) {
    auto& d = dut();
    bool address_sent = false, data_sent = false;
    d.s_axil_awaddr = static_cast<std::uint8_t>(address);
    d.s_axil_wdata = data;
    d.s_axil_wstrb = static_cast<std::uint8_t>(strobes);
    for (unsigned waited = 0; waited < 200; ++waited) {
      if (!address_sent && !d.s_axil_awvalid) d.s_axil_awvalid = hurries || one_in(rng_, 2);
      if (!data_sent && !d.s_axil_wvalid) d.s_axil_wvalid = hurries || one_in(rng_, 2);
      d.s_axil_bready = hurries || one_in(rng_, 2);
      on_cycle(waited);
      settle();
      const bool aw = d.s_axil_awvalid && d.s_axil_awready, w = d.s_axil_wvalid && d.s_axil_wready;
      const bool answered = d.s_axil_bvalid && d.s_axil_bready, refused = d.s_axil_bresp != 0;
      cycle();
      if (aw) {
        address_sent = true;
        d.s_axil_awvalid = 0;
      }
      if (w) {
        data_sent = true;
        d.s_axil_wvalid = 0;
      }
      if (answered) return refused;
    }
    fail("a write is not answered");
    return true;
  }
  bool write(std::uint32_t address, std::uint32_t data, std::uint32_t strobes = 15) {
    return write(address, data, strobes, [](unsigned) {});
  }

  void expect_register(const char* what, std::uint32_t address, std::uint32_t expected) {
    const Answer answer = read(address);
    expect(what, answer.data, expected);
    if (answer.error) fail(std::string(what) + " cannot be read");
  }

  bool counts = false;   // events come
  bool hurries = false;  // writes without pauses
  std::array<std::uint32_t, kEvents> counted{};

 private:
  Rng& rng_;
};

TEST(UnitControl, RegistersAfterReset) {
  Rng rng = seeded_rng(513);
  Bench bench(rng);
  bench.dut().busy_i = 1;
  bench.expect_register("CTRL", kCtrl, kEnable | kAbortOnError);
  bench.expect_register("STATUS", kStatus, kReady);
  for (std::uint32_t address = kError; address < kTest; address += 4)
    bench.expect_register("a register", address, 0);
  for (std::uint32_t address = kCounters; address < kPastCounters; address += 4)
    bench.expect_register("a counter", address, 0);
  bench.dut().busy_i = bench.dut().ready_i = 0;
  bench.expect_register("STATUS", kStatus, kIdle);
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

// Registers that software writes, and the bits that they have. Those of CTRL are 0b101 after a reset, all
// others 0.
TEST(UnitControl, RegistersHaveTheirBits) {
  Rng rng = seeded_rng(523);
  Bench bench(rng);
  auto& dut = bench.dut();
  struct Bits {
    std::uint32_t address, mask;
  };
  std::vector<Bits> registers{{kCtrl, 7}, {kWatchdog, 0xff'ffff}, {kIrqEnable, 3}};
  for (std::uint32_t address = kCounters; address < kPastCounters; address += 4)
    registers.push_back({address, ~0u});
  for (unsigned round = 0; round < 20; ++round) {
    std::vector<std::uint32_t> values;
    for (const auto& [address, mask] : registers) {
      values.push_back(static_cast<std::uint32_t>(rng()) | (round == 0 ? ~0u : 0));
      bench.write(address, values.back());
    }
    for (std::size_t i = 0; i < registers.size(); ++i)
      bench.expect_register("a register", registers[i].address, values[i] & registers[i].mask);
    // Only writes of 1 change these two, by which software clears bits.
    bench.raise(1, 0, 0);
    bench.write(kIrqState, 2);
    bench.expect("IRQ_STATE.error", bench.read(kIrqState).data & 1, 1);
    bench.write(kIrqState, 1, 0);
    bench.expect("IRQ_STATE.error", bench.read(kIrqState).data & 1, 1);
    if (one_in(rng, 2)) bench.write(kError, kValid);
    dut.rst_ni = 0;
    bench.tick();
    bench.expect("irq_o", dut.irq_o, 0);
    dut.rst_ni = 1;
    bench.tick();
    bench.expect_register("ERROR", kError, 0);
    for (const auto& [address, mask] : registers)
      bench.expect_register("a register after a reset", address,
                            address == kCtrl ? kEnable | kAbortOnError : 0);
    bench.expect("IRQ_STATE.error", bench.read(kIrqState).data & 1, 0);
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

TEST(UnitControl, RefusesWhatIsNotThere) {
  Rng rng = seeded_rng(514);
  Bench bench(rng);
  for (std::uint32_t address = 0; address < 0x80; address += 4) {
    const bool counter = address >= kCounters && address < kPastCounters;
    const bool readable = address < kTest || counter;
    const bool writable =
        readable ? address != kStatus && address != kErrorAddr && address != kErrorId : address == kTest;
    EXPECT_EQ(bench.read(address).error, !readable) << address;
    EXPECT_EQ(bench.write(address, 0), !writable) << address;
  }
  bench.write(kWatchdog, 0x12345678);
  bench.write(kWatchdog, 0xaabbccdd, 0b0010);
  bench.expect_register("WATCHDOG", kWatchdog, 0x34cc78);
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

std::optional<std::string> count_events(Rng& rng, std::uint64_t rounds) {
  Bench bench(rng);
  // Some begin just below 2^32, and wrap.
  for (unsigned i = 0; i < kEvents; ++i) {
    bench.counted[i] = one_in(rng, 2) ? 0xffff'f000u : 0;
    bench.write(kCounters + 4 * i, bench.counted[i]);
  }
  for (unsigned round = 0; round < rounds; ++round) {
    bench.counts = true;
    const auto cycles = static_cast<unsigned>(below(rng, 100));
    for (unsigned i = 0; i < cycles; ++i) bench.cycle();
    bench.read(kStatus);
    bench.write(kIrqEnable, 0);
    bench.counts = false;
    for (unsigned i = 0; i < kEvents; ++i)
      bench.expect_register("a counter", kCounters + 4 * i, bench.counted[i]);
  }
  return bench.failure();
}

TEST(UnitControl, CountersMissNoEvent) {
  Rng rng = seeded_rng(515);
  EXPECT_EQ(count_events(rng, run_length(50)), std::nullopt);
}

TEST(UnitControl, AdmitsAbortsAndDrains) {
  Rng rng = seeded_rng(516);
  Bench bench(rng);
  auto& dut = bench.dut();
  unsigned drained_times = 0;
  bool error = false, was_drained = false;
  bench.write(kIrqEnable, 2);
  for (unsigned round = 0; round < run_length(400) && !bench.failed(); ++round) {
    // Transactions enter only while they are admitted.
    if (!dut.admit_o) {
      if (one_in(rng, 2)) dut.open_i = 0;
    } else {
      dut.open_i = one_in(rng, 2);
    }
    const auto ctrl = static_cast<std::uint32_t>(below(rng, 8));
    const bool open = dut.open_i != 0;
    bench.write(kCtrl, ctrl);
    if (one_in(rng, 3)) {
      bench.raise(1 + static_cast<std::uint32_t>(below(rng, 13)), 0, 0);
      error = true;
    } else if (one_in(rng, 2)) {
      bench.write(kError, kValid);
      error = false;
    }
    bench.settle();
    const bool aborts = (ctrl & kAbortAll) != 0 || (error && (ctrl & kAbortOnError) != 0);
    const bool admits = (ctrl & kEnable) != 0 && !aborts;
    const bool drained = !admits && !open;
    bench.expect("abort_o", dut.abort_o, aborts);
    bench.expect("admit_o", dut.admit_o, admits);
    bench.expect_register("STATUS", kStatus,
                          kIdle | kReady | (drained ? kDrained : 0) | (aborts ? kAborting : 0));
    if (drained && !was_drained) {
      ++drained_times;
      bench.expect("IRQ_STATE.drained", bench.read(kIrqState).data >> 1 & 1, 1);
      bench.expect("irq_o", dut.irq_o, 1);
    }
    was_drained = drained;
    if (one_in(rng, 2)) continue;
    bench.write(kIrqState, 3);
    bench.cycle();
    bench.expect("irq_o", dut.irq_o, 0);
    bench.expect_register("IRQ_STATE", kIrqState, 0);
  }
  EXPECT_FALSE(bench.failed()) << *bench.failure();
  EXPECT_GT(drained_times, 20u);
}

std::optional<std::string> keep_the_first_error(Rng& rng, std::uint64_t rounds) {
  Bench bench(rng);
  for (unsigned round = 0; round < rounds && !bench.failed(); ++round) {
    const bool enabled = one_in(rng, 2);
    bench.write(kIrqEnable, enabled ? 1 : 0);
    const auto cause = 1 + static_cast<std::uint32_t>(below(rng, 13));
    const auto addr = static_cast<std::uint32_t>(rng()), id = static_cast<std::uint32_t>(rng());
    const bool test = one_in(rng, 4);
    if (test)
      bench.write(kTest, 1);
    else
      bench.raise(cause, addr, id);
    const auto more = static_cast<unsigned>(below(rng, 3));
    for (unsigned i = 0; i < more; ++i)
      bench.raise(1 + static_cast<std::uint32_t>(below(rng, 13)), static_cast<std::uint32_t>(rng()), 7);
    bench.expect_register("ERROR", kError, kValid | (more != 0 ? kMore : 0) | (test ? kTested : cause) << 4);
    bench.expect_register("ERROR_ADDR", kErrorAddr, test ? 0 : addr);
    bench.expect_register("ERROR_ID", kErrorId, test ? 0 : id);
    bench.expect("IRQ_STATE.error", bench.read(kIrqState).data & 1, 1);
    bench.expect("irq_o", bench.dut().irq_o, enabled);
    bench.write(kError, 0);
    bench.expect("ERROR.valid", bench.read(kError).data & kValid, 1);
    bench.write(kError, kValid);
    bench.expect("ERROR.valid and more", bench.read(kError).data & (kValid | kMore), 0);
    bench.write(kIrqState, 1);
    bench.cycle();
    bench.expect("irq_o", bench.dut().irq_o, 0);
  }
  return bench.failure();
}

TEST(UnitControl, KeepsTheFirstError) {
  Rng rng = seeded_rng(517);
  EXPECT_EQ(keep_the_first_error(rng, run_length(100)), std::nullopt);
}

TEST(UnitControl, BeginsAnewAfterAReset) {
  check_resets_in_traffic<Vunit_control>(522, 400, [](Rng& rng) {
    return one_in(rng, 2) ? count_events(rng, 20) : keep_the_first_error(rng, 20);
  });
}

// An error in any cycle around the clear of another one: either the clear takes both, or ERROR stays, or it
// has the new one.
TEST(UnitControl, NoErrorIsLostInItsClear) {
  Rng rng = seeded_rng(518);
  unsigned taken = 0, kept = 0, fresh = 0;
  for (unsigned when = 0; when < 6; ++when) {
    Bench bench(rng);
    bench.hurries = true;
    bench.raise(3, 0x100, 10);
    bench.set_error(5, 0x200, 20);
    unsigned next = 0;
    bench.write(kError, kValid, 15, [&](unsigned cycle) {
      bench.dut().error_valid_i = cycle == when;
      next = cycle + 1;
    });
    for (; next <= when; ++next) {
      bench.dut().error_valid_i = next == when;
      bench.cycle();
    }
    bench.dut().error_valid_i = 0;
    const std::uint32_t error = bench.read(kError).data, id = bench.read(kErrorId).data;
    if ((error & kValid) == 0) {
      EXPECT_EQ(kept + fresh, 0u) << "an error after the clear is lost";
      EXPECT_EQ(error & kMore, 0u);
      ++taken;
    } else if (id == 10) {
      EXPECT_EQ(error, kValid | kMore | 3 << 4);
      EXPECT_EQ(fresh, 0u);
      ++kept;
    } else {
      EXPECT_EQ(error, kValid | 5 << 4);
      EXPECT_EQ(id, 20u);
      ++fresh;
    }
    EXPECT_FALSE(bench.failed()) << *bench.failure();
  }
  EXPECT_GE(taken, 1u);
  EXPECT_EQ(kept, 1u);
  EXPECT_GE(fresh, 1u);
}

TEST(UnitControl, WatchdogCountsCyclesWithoutProgress) {
  Rng rng = seeded_rng(519);
  for (std::uint32_t limit = 1; limit <= 12; ++limit) {
    Bench bench(rng);
    auto& dut = bench.dut();
    bench.write(kCtrl, kEnable);
    bench.write(kWatchdog, limit);
    dut.oldest_id_i = 1000 + limit;
    // Standstills that are short enough, ended by progress or by the last transaction's end
    for (unsigned i = 0; i < 60; ++i) {
      dut.open_i = 1;
      dut.progress_i = 0;
      const auto still = static_cast<unsigned>(below(rng, limit));
      for (unsigned cycle = 0; cycle < still; ++cycle) bench.tick();
      if (one_in(rng, 2)) {
        dut.progress_i = 1;
      } else {
        dut.open_i = 0;
        for (unsigned cycle = 0; cycle < 2 * limit; ++cycle) bench.tick();
      }
      bench.tick();
    }
    dut.progress_i = 1;
    dut.open_i = 1;
    bench.expect_register("ERROR", kError, 0);
    // One that is too long is one error.
    dut.progress_i = 0;
    for (unsigned cycle = 0; cycle < limit; ++cycle) bench.tick();
    dut.progress_i = 1;
    bench.tick();
    bench.expect_register("ERROR", kError, kValid | kStuck << 4);
    bench.expect_register("ERROR_ID", kErrorId, 1000 + limit);
    bench.expect_register("ERROR_ADDR", kErrorAddr, 0);
    bench.write(kError, kValid);
    dut.progress_i = 0;
    for (unsigned cycle = 0; cycle < 3 * limit + 5; ++cycle) bench.tick();
    bench.expect_register("ERROR", kError, kValid | kStuck << 4);
    bench.write(kError, kValid);
    for (unsigned cycle = 0; cycle < 3 * limit + 5; ++cycle) bench.tick();
    bench.expect("ERROR.valid", bench.read(kError).data & kValid, 0);
    EXPECT_FALSE(bench.failed()) << "limit " << limit << ": " << *bench.failure();
  }
}

TEST(UnitControl, OfTwoErrorsAtOnceTheUnitsIsKept) {
  Rng rng = seeded_rng(521);
  Bench bench(rng);
  bench.write(kWatchdog, 4);
  bench.dut().open_i = 1;
  for (unsigned cycle = 0; cycle < 4; ++cycle) bench.tick();
  bench.raise(9, 0x40, 77);
  bench.dut().progress_i = 1;
  bench.tick();
  bench.expect_register("ERROR", kError, kValid | 9 << 4);
  bench.expect_register("ERROR_ADDR", kErrorAddr, 0x40);
  bench.expect_register("ERROR_ID", kErrorId, 77);
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

TEST(UnitControl, NoLimitIsNoWatchdog) {
  Rng rng = seeded_rng(520);
  Bench bench(rng);
  bench.dut().open_i = 1;
  for (unsigned cycle = 0; cycle < 5000; ++cycle) bench.tick();
  bench.expect_register("ERROR", kError, 0);
  EXPECT_FALSE(bench.failed()) << *bench.failure();
}

}  // namespace
}  // namespace gputm::tb
