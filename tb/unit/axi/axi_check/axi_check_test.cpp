// axi_check reports each breach of the rules in the cycle in which it is on the bus, and nothing else. Held
// offers are checked by stream_check, which has a test of its own; here each channel is shown to have one.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "Vaxi_check.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

constexpr unsigned kIds = 8, kPlaces = 4;

enum class Fault {
  kNone,
  kLongWrite,
  kLongRead,
  kNotTheLastData,
  kNotTheLastAnswer,
  kWideWrite,
  kNarrowRead,
  kWithinAWord,
  kNoStrobes,
  kStrobesOfTwo,
  kDataAlone,
  kAnswerOfNoWrite,
  kAnswerWithoutData,
  kAnswerOfAnotherId,
  kIdTwice,
  kAnswerOfNoRead,
  kAddressWithdrawn,
  kDataChanged,
  kReadChanged,
  kAnswerWithdrawn,
  kCount
};

/// Legal traffic of a master and a memory with stalls on every channel, and one breach.
class Traffic {
 public:
  explicit Traffic(Rng& rng)
      : rng_(rng), stalls_{StallStream(rng), StallStream(rng), StallStream(rng), StallStream(rng),
                           StallStream(rng), StallStream(rng), StallStream(rng), StallStream(rng)} {
    auto& dut = clocked_.dut();
    dut.aw_valid_i = dut.w_valid_i = dut.b_valid_i = dut.ar_valid_i = dut.r_valid_i = 0;
    dut.aw_id_i = dut.aw_len_i = dut.ar_len_i = dut.b_id_i = dut.b_resp_i = dut.r_resp_i = 0;
    dut.aw_size_i = dut.ar_size_i = 2;
    dut.w_last_i = dut.r_last_i = 1;
    clocked_.reset();
  }

  /// Drives a cycle of legal traffic.
  void offer() {
    auto& dut = clocked_.dut();
    if (!dut.aw_valid_i && !dut.w_valid_i && addresses_ == data_ && stalls_[0].go()) {
      dut.aw_valid_i = dut.w_valid_i = 1;
      dut.aw_addr_i = static_cast<unsigned>(below(rng_, 64)) * 4;
      dut.w_strb_i = static_cast<std::uint16_t>(0xfu << 4 * below(rng_, kPlaces));
    }
    if (!dut.ar_valid_i && stalls_[1].go()) {
      drive(dut.ar_id_i, below(rng_, kIds));
      dut.ar_valid_i = !reads_[dut.ar_id_i];
      dut.ar_addr_i = static_cast<unsigned>(below(rng_, 64)) * 4;
    }
    if (!dut.b_valid_i) dut.b_valid_i = std::min(addresses_, data_) != 0 && stalls_[2].go();
    if (!dut.r_valid_i) {
      drive(dut.r_id_i, below(rng_, kIds));
      dut.r_valid_i = reads_[dut.r_id_i] && stalls_[3].go();
    }
    dut.aw_ready_i = stalls_[4].go();
    dut.w_ready_i = stalls_[5].go();
    dut.ar_ready_i = stalls_[6].go();
    dut.b_ready_i = dut.r_ready_i = stalls_[7].go();
  }

  /// The clock edge. Returns whether a breach has been reported by then.
  bool step() {
    auto& dut = clocked_.dut();
    clocked_.settle();
    clocked_.step();
    if (dut.aw_valid_i && dut.aw_ready_i) ++addresses_, dut.aw_valid_i = 0;
    if (dut.w_valid_i && dut.w_ready_i) ++data_, dut.w_valid_i = 0;
    if (dut.b_valid_i && dut.b_ready_i) --addresses_, --data_, dut.b_valid_i = 0;
    if (dut.r_valid_i && dut.r_ready_i) reads_[dut.r_id_i] = false, dut.r_valid_i = 0;
    if (dut.ar_valid_i && dut.ar_ready_i) reads_[dut.ar_id_i] = true, dut.ar_valid_i = 0;
    return clocked_.assertion_failed();
  }

  /// Makes the fault if the traffic allows it; returns whether it is on the bus. Stalled offers of other
  /// channels stay, so that only the rule in question is broken.
  bool breaks(Fault fault) {
    auto& dut = clocked_.dut();
    const bool new_write = dut.aw_valid_i && dut.w_valid_i && !write_stays_;
    switch (fault) {
      case Fault::kLongWrite:
        dut.aw_len_i = 1;
        return dut.aw_valid_i;
      case Fault::kLongRead:
        dut.ar_len_i = 255;
        return dut.ar_valid_i;
      case Fault::kNotTheLastData:
        dut.w_last_i = 0;
        return dut.w_valid_i;
      case Fault::kNotTheLastAnswer:
        dut.r_last_i = 0;
        return dut.r_valid_i;
      case Fault::kWideWrite:
        dut.aw_size_i = 3;
        return dut.aw_valid_i;
      case Fault::kNarrowRead:
        dut.ar_size_i = 0;
        return dut.ar_valid_i;
      case Fault::kWithinAWord:
        return new_write && (dut.aw_addr_i |= 2, true);
      case Fault::kNoStrobes:
        return new_write && (dut.w_strb_i = 0, true);
      case Fault::kStrobesOfTwo:
        return new_write && (dut.w_strb_i = 0x00ff, true);
      case Fault::kDataAlone:
        return new_write && (dut.aw_valid_i = 0, true);
      case Fault::kAnswerOfNoWrite:
        return addresses_ == 0 && data_ == 0 && (dut.b_valid_i = 1, true);
      case Fault::kAnswerWithoutData:
        return addresses_ == 1 && data_ == 0 && (dut.b_valid_i = 1, true);
      case Fault::kAnswerOfAnotherId:
        return dut.b_valid_i && !answer_stays_ && (dut.b_id_i = 3, true);
      case Fault::kIdTwice:
        return id_twice();
      case Fault::kAnswerOfNoRead:
        return strange_id();
      case Fault::kAddressWithdrawn:
        return write_stays_ && dut.aw_valid_i && dut.w_valid_i && (dut.aw_valid_i = dut.w_valid_i = 0, true);
      case Fault::kDataChanged:
        return dut.w_valid_i && write_stays_ && (dut.w_data_i[1] ^= 1, true);
      case Fault::kReadChanged:
        return dut.ar_valid_i && read_stays_ && (dut.ar_addr_i ^= 4, true);
      case Fault::kAnswerWithdrawn:
        return dut.b_valid_i && answer_stays_ && (dut.b_valid_i = 0, true);
      default:
        return true;
    }
  }
  /// To be called before `offer`: notes the stalled offers.
  void remember() {
    auto& dut = clocked_.dut();
    write_stays_ = dut.aw_valid_i || dut.w_valid_i;
    read_stays_ = dut.ar_valid_i;
    answer_stays_ = dut.b_valid_i;
  }
  void mend() {
    auto& dut = clocked_.dut();
    dut.aw_len_i = dut.ar_len_i = 0;
    dut.aw_size_i = dut.ar_size_i = 2;
    dut.w_last_i = dut.r_last_i = 1;
  }

 private:
  bool id_twice() {
    auto& dut = clocked_.dut();
    for (unsigned id = 0; id < kIds && !read_stays_; ++id) {
      if (!reads_[id] || (dut.r_valid_i && dut.r_id_i == id)) continue;
      dut.ar_valid_i = 1;
      drive(dut.ar_id_i, id);
      return true;
    }
    return false;
  }
  bool strange_id() {
    auto& dut = clocked_.dut();
    for (unsigned id = 0; id < kIds && !dut.r_valid_i; ++id) {
      if (reads_[id]) continue;
      dut.r_valid_i = 1;
      drive(dut.r_id_i, id);
      return true;
    }
    return false;
  }

  Rng& rng_;
  Clocked<Vaxi_check> clocked_;
  std::array<StallStream, 8> stalls_;  ///< stalls, by channel
  unsigned addresses_ = 0, data_ = 0;  ///< writes without an answer
  std::array<bool, kIds> reads_{};
  bool write_stays_ = false, read_stays_ = false, answer_stays_ = false;
};

/// Error in the reports of a run with one fault after `cycles` cycles.
std::optional<std::string> run_fault(Fault fault, std::uint64_t cycles, Rng& rng) {
  Traffic traffic(rng);
  for (std::uint64_t cycle = 0; cycle < cycles + 5000; ++cycle) {
    traffic.remember();
    traffic.offer();
    const bool broken = cycle >= cycles && traffic.breaks(fault);
    if (!broken) traffic.mend();
    const bool reported = traffic.step();
    if (fault != Fault::kNone && broken)
      return reported ? std::nullopt : std::optional<std::string>("not reported");
    if (reported) return "reported without a fault at cycle " + std::to_string(cycle);
  }
  return fault == Fault::kNone ? std::nullopt : std::optional<std::string>("there is no place for the fault");
}

TEST(AxiCheck, ReportsEveryFaultAndNothingElse) {
  Rng rng = seeded_rng(115);
  for (int fault = 0; fault < static_cast<int>(Fault::kCount); ++fault) {
    for (std::uint64_t run = 0; run < run_length(10); ++run) {
      ASSERT_EQ(run_fault(static_cast<Fault>(fault), below(rng, 300), rng), std::nullopt)
          << "fault " << fault << ", run " << run;
    }
  }
}

}  // namespace
}  // namespace gputm::tb
