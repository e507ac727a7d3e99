// reader_forward over random items, one per cycle, against a look-up repeated after all items in front.
#include <gtest/gtest.h>

#include <deque>

#include "Vforward.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb::reader_forward_test {
namespace {

constexpr unsigned kProbes = 3, kWays = 3, kWayBits = 2, kRowBits = 3, kEntryBits = 8, kContentBits = 4;
constexpr unsigned kAhead = 4;

class ForwardBench : public ModuleBench<Vforward> {
 public:
  ForwardBench() {
    drive(dut().put_i, 0);
    reset();
  }
  std::optional<std::string> run(std::uint64_t items) {
    for (std::uint64_t i = 0; i < items && !failed(); ++i) cycle();
    return failure();
  }
  std::uint64_t forwarded() const { return forwarded_; }
  std::uint64_t stale() const { return stale_; }

 private:
  /// Stage E's decision for one probe.
  struct Put {
    bool write = false, fresh = false;
    unsigned way = 0, row = 0, entry = 0;
  };
  using Puts = std::array<Put, kProbes>;
  using Rows = std::array<std::array<unsigned, kWays>, kProbes>;
  using Same = std::array<std::array<bool, kProbes>, kAhead>;  ///< per item: the nearest one in front first

  unsigned random(unsigned bound) { return static_cast<unsigned>(below(rng_, bound)); }

  static bool writes(const Puts& puts, unsigned way, unsigned row) {
    return std::ranges::any_of(puts,
                               [&](const Put& put) { return put.write && put.way == way && put.row == row; });
  }

  Puts draw_puts() {
    Puts puts;
    for (Put& put : puts) {
      put = {one_in(rng_, 2), one_in(rng_, 2), random(kWays), random(1u << kRowBits), 0};
      if (!one_in(rng_, 4)) put.entry = random(1u << kEntryBits) | 1u << (kContentBits + random(2));
    }
    return puts;
  }

  template <typename Port>
  Rows drive_rows(Port& port) {
    Rows rows{};
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      for (unsigned way = 0; way < kWays; ++way) {
        rows[probe][way] = random(1u << kRowBits);
        set_element(port, probe * kWays + way, kRowBits, rows[probe][way]);
      }
    }
    return rows;
  }

  void cycle() {
    Same same{};
    for (unsigned ahead = 0; ahead < kAhead; ++ahead) {
      for (unsigned probe = 0; probe < kProbes; ++probe) {
        same[ahead][probe] = one_in(rng_, 2);
        set_element(dut().same_key_i, ahead * kProbes + probe, 1, same[ahead][probe]);
      }
    }
    same_.push_front(same);  // items in A, B, C and D
    if (same_.size() > 4) same_.pop_back();
    const Puts puts = draw_puts();
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      const Put& put = puts[probe];
      set_element(dut().put_i, probe, 2, (put.write ? 2u : 0u) | (put.fresh ? 1u : 0u));
      set_element(dut().put_way_i, probe, kWayBits, put.way);
      set_element(dut().put_row_i, probe, kRowBits, put.row);
      set_element(dut().put_entry_i, probe, kEntryBits, put.entry);
    }
    puts_.push_front(puts);  // this cycle's and previous ones
    if (puts_.size() > 4) puts_.pop_back();
    const Rows b_rows = drive_rows(dut().b_rows_i), c_rows = drive_rows(dut().c_rows_i);
    const Rows d_rows = drive_rows(dut().d_rows_i);
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      set_element(dut().hit_i, probe, 1, random(2));
      set_element(dut().way_i, probe, kWayBits, random(kWays));
      set_element(dut().entry_i, probe, kEntryBits, random(1u << kEntryBits));
      set_element(dut().free_i, probe, 1, random(2));
      set_element(dut().room_way_i, probe, kWayBits, random(kWays));
      set_element(dut().stale_i, probe, 1, one_in(rng_, 4));
    }
    settle();
    if (puts_.size() == 4) {
      check_writes(b_rows, c_rows);
      for (unsigned probe = 0; probe < kProbes; ++probe) check_found(probe, d_rows);
    }
    tick();
  }

  /// Stage F writes the decision of the previous cycle.
  void check_writes(const Rows& b_rows, const Rows& c_rows) {
    const Puts& puts = puts_[1];
    for (unsigned probe = 0; probe < kProbes; ++probe) {
      const Put& put = puts[probe];
      expect("write", element(dut().write_o, probe, kWays), put.write ? 1u << put.way : 0);
      expect("what is written", element(dut().written_o, probe, 2),
             (put.write ? 2u : 0u) | (put.fresh ? 1u : 0u));
      expect("removed", element(dut().removed_o, probe, 1), put.entry == 0);
      expect("row that is written", element(dut().write_row_o, probe, kRowBits), put.row);
      expect("entry that is written", element(dut().write_entry_o, probe, kEntryBits), put.entry);
      for (unsigned way = 0; way < kWays; ++way) {
        const unsigned place = probe * kWays + way;
        expect("row of stage B written", element(dut().written_b_o, place, 1),
               writes(puts, way, b_rows[probe][way]));
        expect("row of stage C written", element(dut().written_c_o, place, 1),
               writes(puts, way, c_rows[probe][way]));
      }
    }
  }

  void check_found(unsigned probe, const Rows& d_rows) {
    const unsigned room_way = element(dut().room_way_i, probe, kWayBits);
    const unsigned room_row = d_rows[probe][room_way];
    bool hit = element(dut().hit_i, probe, 1) != 0, free = element(dut().free_i, probe, 1) != 0;
    bool stale = element(dut().stale_i, probe, 1) != 0 || writes(puts_[0], room_way, room_row) ||
                 writes(puts_[1], room_way, room_row);
    unsigned way = element(dut().way_i, probe, kWayBits), entry = element(dut().entry_i, probe, kEntryBits);
    // The fourth item in front decided three cycles ago, when this item was in A; the first one decides now.
    for (unsigned ahead = kAhead; ahead-- > 0;) {
      const Put& put = puts_[ahead][probe];
      const bool counts = same_[3][ahead][probe] && put.write;
      if (ahead == 0) {
        expect("hit before stage E", element(dut().near_hit_o, probe, 1), hit);
        expect("entry before stage E", element(dut().near_entry_o, probe, kEntryBits), entry);
        expect("from stage E", element(dut().from_e_o, probe, 1), counts);
      }
      if (!counts) continue;
      ++forwarded_;
      hit = put.entry != 0;
      way = put.way;
      entry = put.entry;
      if (!hit) free = stale = true;
    }
    expect("hit", element(dut().hit_o, probe, 1), hit);
    expect("way", element(dut().way_o, probe, kWayBits), way);
    expect("entry", element(dut().entry_o, probe, kEntryBits), entry);
    if (!hit) {
      expect("free", element(dut().free_o, probe, 1), free);
      expect("way with room", element(dut().room_way_o, probe, kWayBits), room_way);
      expect("stale", element(dut().stale_o, probe, 1), stale);
      stale_ += stale;
    }
    expect("same as the next", element(dut().next_same_o, probe, 1), same_[3][0][probe]);
  }

  Rng rng_ = seeded_rng(103);
  std::deque<Same> same_;
  std::deque<Puts> puts_;
  std::uint64_t forwarded_ = 0, stale_ = 0;
};

TEST(ReaderForward, SeesWhatIsBeingWritten) {
  ForwardBench bench;
  EXPECT_EQ(bench.run(run_length(100000)), std::nullopt);
  EXPECT_GT(bench.forwarded(), 1000u);
  EXPECT_GT(bench.stale(), 1000u);
}

}  // namespace
}  // namespace gputm::tb::reader_forward_test
