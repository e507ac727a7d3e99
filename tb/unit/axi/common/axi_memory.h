// A memory behind an AXI4 master of single words, with all the freedom of AXI: each channel stalls by itself,
// a write takes effect some time after its address and data, a read some time after its address, in any order
// of ids, and answers come later.
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

  void drive_inputs() {
    dut_.m_axi_awready = go(aw_);
    dut_.m_axi_wready = go(w_);
    dut_.m_axi_arready = go(ar_);
    dut_.m_axi_bvalid = answers_ != 0 && !held_ && go(b_);
    dut_.m_axi_rvalid = !answered_.empty() && go(r_);
    if (dut_.m_axi_rvalid) {
      const auto pick = quick_ ? 0 : static_cast<std::ptrdiff_t>(below(rng_, answered_.size()));
      const Read read = answered_[static_cast<std::size_t>(pick)];
      answered_.erase(answered_.begin() + pick);
      drive(dut_.m_axi_rid, read.id);
      for (unsigned place = 0; place < bus_.words; ++place) {
        set_element(dut_.m_axi_rdata, place, 32, static_cast<std::uint32_t>(rng_()));
      }
      set_element(dut_.m_axi_rdata, static_cast<unsigned>(read.word % bus_.words), 32, read.data);
    }
    if (dut_.m_axi_bvalid) --answers_;
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
    ++answers_;
    for (unsigned place = 0; place < bus_.words; ++place) {
      if (beat.strobes[place] != (place == word % bus_.words ? 0xfu : 0u)) fail("wrong strobes");
    }
    return Write{word, beat.data[word % bus_.words]};
  }

  /// Performs any one accepted read; `answer` gives its value.
  std::optional<Read> read_any() {
    if (asked_.empty()) return std::nullopt;
    const auto pick = quick_ ? 0 : static_cast<std::ptrdiff_t>(below(rng_, asked_.size()));
    const Read read = asked_[static_cast<std::size_t>(pick)];
    asked_.erase(asked_.begin() + pick);
    return read;
  }
  void answer(const Read& read) { answered_.push_back(read); }

  unsigned tag_of(const Read& read) const { return read.id >> bus_.place_bits; }
  /// Writes that have taken effect and have no answer.
  unsigned unanswered() const { return answers_; }
  bool empty() const {
    return addresses_.empty() && data_.empty() && asked_.empty() && answered_.empty() && answers_ == 0;
  }
  /// Whether data have been taken before their address.
  bool data_ahead() const { return data_.size() > addresses_.size(); }
  const std::string& failure() const { return failure_; }

 private:
  struct Beat {
    std::vector<std::uint32_t> data, strobes;
  };

  bool go(StallStream& channel) { return quick_ || channel.go(); }
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
  unsigned answers_ = 0;
  std::string failure_;
};

}  // namespace gputm::tb
