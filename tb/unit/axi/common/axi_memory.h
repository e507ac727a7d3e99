// A memory behind an AXI4 master of single words, with all the freedom of AXI: each channel stalls by itself,
// a write takes effect some time after its address and data, a read some time after its address, in any order
// of ids, and answers come later. On its bad days (AxiManner) it has less mercy, and it may answer with
// errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {

/// Of the bus: words per beat, id bits that give a word's place in the beat, address of word 0.
struct AxiBus {
  unsigned words = 1;
  unsigned place_bits = 0;
  std::uint64_t base = 0;
};

/// When a memory takes addresses and data, beside its stalls.
enum class AxiManner {
  kAny,
  kAddressNeedsData,  ///< AWREADY only with WVALID, and both are taken together
  kDataFirst,         ///< no address before its data have been taken
  kAddressFirst,      ///< no data before their address has been taken
  kWritesFirst,       ///< takes no read and answers none while a write is offered or has no answer
  kYoungestFirst,     ///< answers the youngest read first
  kLongStalls,        ///< a channel stalls for thousands of cycles at a time
};

/// A failed transfer, as the master has to report it.
struct AxiFailure {
  bool write = false;
  unsigned resp = 0, tag = 0;
  std::uint64_t word = 0;
  bool operator==(const AxiFailure&) const = default;
};

/// `dut` has the ports m_axi_*. In each cycle: `drive`, settle, `sample`, step; `write_next` and `read_any`
/// make transfers take effect.
template <typename Model>
class AxiMemory {
 public:
  struct Write {
    std::uint64_t word;
    std::uint32_t data;
  };
  struct Read {
    std::uint64_t word;
    unsigned id;
    std::uint32_t data = 0;
    unsigned resp = 0;
  };

  AxiMemory(Model& dut, Rng& rng, AxiBus bus)
      : dut_(dut), rng_(rng), bus_(bus), aw_(rng), w_(rng), b_(rng), ar_(rng), r_(rng) {
    drive(dut_.m_axi_bvalid, 0);
    drive(dut_.m_axi_rvalid, 0);
    drive(dut_.m_axi_bid, 0);
    drive(dut_.m_axi_bresp, 0);
    drive(dut_.m_axi_rresp, 0);
    drive(dut_.m_axi_rlast, 1);
  }

  /// Never stalls.
  void be_quick() { quick_ = true; }
  /// No write is answered until this is called with false.
  void hold_answers(bool hold) { held_ = hold; }
  void be(AxiManner manner) { manner_ = manner; }
  /// One transfer in `period` fails, by SLVERR or DECERR; 0: none. Failed writes take effect here.
  void fail_one_in(unsigned period) { fail_period_ = period; }
  /// The next answers of this kind are this one of AXI.
  void answer_with(bool write, unsigned resp) { (write ? write_resp_ : read_resp_) = resp; }
  /// Errors that the memory has answered; of those in a cycle, the write's is first.
  const std::vector<AxiFailure>& failures() const { return failures_; }

  void drive_inputs() {
    dut_.m_axi_awready = go(aw_);
    dut_.m_axi_wready = go(w_);
    dut_.m_axi_arready = go(ar_);
    // Master's outputs do not depend on these inputs, so that they are those of this cycle.
    const bool offered = dut_.m_axi_awvalid || dut_.m_axi_wvalid;
    bool reads = true;
    switch (manner_) {
      case AxiManner::kAddressNeedsData:
        dut_.m_axi_awready = dut_.m_axi_wready =
            dut_.m_axi_awready && dut_.m_axi_awvalid && dut_.m_axi_wvalid;
        break;
      case AxiManner::kDataFirst:
        dut_.m_axi_awready = dut_.m_axi_awready && data_.size() > addresses_.size();
        break;
      case AxiManner::kAddressFirst:
        dut_.m_axi_wready = dut_.m_axi_wready && addresses_.size() > data_.size();
        break;
      case AxiManner::kWritesFirst:
        reads = !offered && addresses_.empty() && data_.empty() && answers_.empty();
        dut_.m_axi_arready = dut_.m_axi_arready && reads;
        break;
      case AxiManner::kAny:
      case AxiManner::kYoungestFirst:
      case AxiManner::kLongStalls:
        break;
    }
    dut_.m_axi_bvalid = !answers_.empty() && !held_ && go(b_);
    dut_.m_axi_rvalid = !answered_.empty() && reads && go(r_);
    if (dut_.m_axi_bvalid) {
      const AxiFailure& answer = answers_.front();
      drive(dut_.m_axi_bresp, answer.resp);
      if ((answer.resp & 2) != 0) failures_.push_back(answer);
      answers_.pop_front();
    }
    if (dut_.m_axi_rvalid) {
      auto pick = quick_ ? 0 : static_cast<std::ptrdiff_t>(below(rng_, answered_.size()));
      if (manner_ == AxiManner::kYoungestFirst) pick = std::ssize(answered_) - 1;
      const Read read = answered_[static_cast<std::size_t>(pick)];
      answered_.erase(answered_.begin() + pick);
      drive(dut_.m_axi_rid, read.id);
      drive(dut_.m_axi_rresp, read.resp);
      if ((read.resp & 2) != 0) failures_.push_back({false, read.resp, tag_of(read), read.word});
      for (unsigned place = 0; place < bus_.words; ++place) {
        set_element(dut_.m_axi_rdata, place, 32, static_cast<std::uint32_t>(rng_()));
      }
      set_element(dut_.m_axi_rdata, static_cast<unsigned>(read.word % bus_.words), 32, read.data);
    }
  }

  /// To be called after the outputs have settled: notes the transfers of the clock edge.
  void sample() {
    if (!dut_.m_axi_bready || !dut_.m_axi_rready) fail("an answer is not taken at once");
    if (dut_.m_axi_awvalid && dut_.m_axi_awready) {
      if (dut_.m_axi_awid != 0) fail("a write with another id");
      if (dut_.m_axi_awlen != 0 || dut_.m_axi_awsize != 2 || dut_.m_axi_awburst != 1 ||
          dut_.m_axi_awcache != 2 || dut_.m_axi_awlock != 0) {
        fail("a write that is not one word to the memory itself");
      }
      addresses_.push_back(word_of(dut_.m_axi_awaddr));
    }
    if (dut_.m_axi_wvalid && dut_.m_axi_wready) {
      Beat beat;
      for (unsigned place = 0; place < bus_.words; ++place) {
        beat.data.push_back(element(dut_.m_axi_wdata, place, 32));
        beat.strobes.push_back(element(dut_.m_axi_wstrb, place, 4));
      }
      data_.push_back(beat);
    }
    if (dut_.m_axi_arvalid && dut_.m_axi_arready) {
      if (dut_.m_axi_arlen != 0 || dut_.m_axi_arsize != 2 || dut_.m_axi_arburst != 1) {
        fail("a read that is not one word");
      }
      asked_.push_back({word_of(dut_.m_axi_araddr), static_cast<unsigned>(dut_.m_axi_arid)});
    }
  }

  /// Performs the oldest write whose address and data have arrived.
  std::optional<Write> write_next() {
    if (addresses_.empty() || data_.empty()) return std::nullopt;
    const std::uint64_t word = addresses_.front();
    const Beat beat = data_.front();
    addresses_.pop_front();
    data_.pop_front();
    answers_.push_back({true, response(write_resp_), 0, word});
    for (unsigned place = 0; place < bus_.words; ++place) {
      if (beat.strobes[place] != (place == word % bus_.words ? 0xfu : 0u)) fail("wrong strobes");
    }
    return Write{word, beat.data[word % bus_.words]};
  }

  /// Performs any one accepted read; `answer` gives its value.
  std::optional<Read> read_any() {
    if (asked_.empty()) return std::nullopt;
    const auto pick = quick_ ? 0 : static_cast<std::ptrdiff_t>(below(rng_, asked_.size()));
    Read read = asked_[static_cast<std::size_t>(pick)];
    read.resp = response(read_resp_);
    asked_.erase(asked_.begin() + pick);
    return read;
  }
  void answer(const Read& read) { answered_.push_back(read); }

  unsigned tag_of(const Read& read) const { return read.id >> bus_.place_bits; }
  /// Writes that have taken effect and have no answer.
  std::size_t unanswered() const { return answers_.size(); }
  bool empty() const {
    return addresses_.empty() && data_.empty() && asked_.empty() && answered_.empty() && answers_.empty();
  }
  /// Whether data have been taken before their address.
  bool data_ahead() const { return data_.size() > addresses_.size(); }
  const std::string& failure() const { return failure_; }

 private:
  struct Beat {
    std::vector<std::uint32_t> data, strobes;
  };

  bool go(StallStream& channel) {
    if (manner_ == AxiManner::kLongStalls) {
      if (stalled_ == &channel && --stall_left_ == 0) stalled_ = nullptr;
      if (stalled_ == nullptr && one_in(rng_, 4000)) {
        stalled_ = &channel;
        stall_left_ = 1000 + below(rng_, 4000);
      }
      if (stalled_ == &channel) return false;
    }
    return quick_ || channel.go();
  }
  /// OKAY, unless it is to be another one.
  unsigned response(unsigned wanted) {
    if (fail_period_ != 0 && one_in(rng_, fail_period_)) return 2 + static_cast<unsigned>(below(rng_, 2));
    return wanted;
  }
  void fail(const char* what) {
    if (failure_.empty()) failure_ = what;
  }
  template <typename Port>
  std::uint64_t word_of(const Port& address) {
    const std::uint64_t byte = static_cast<std::uint64_t>(address) - bus_.base;
    if (byte % 4 != 0) fail("an address within a word");
    return byte / 4;
  }

  Model& dut_;
  Rng& rng_;
  AxiBus bus_;
  StallStream aw_, w_, b_, ar_, r_;
  bool quick_ = false, held_ = false;
  std::deque<std::uint64_t> addresses_;
  std::deque<Beat> data_;
  std::vector<Read> asked_, answered_;
  std::deque<AxiFailure> answers_;  ///< of writes
  AxiManner manner_ = AxiManner::kAny;
  unsigned fail_period_ = 0, write_resp_ = 0, read_resp_ = 0;
  const StallStream* stalled_ = nullptr;
  std::uint64_t stall_left_ = 0;
  std::vector<AxiFailure> failures_;
  std::string failure_;
};

}  // namespace gputm::tb
