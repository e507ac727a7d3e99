// The environment of a stage that reads logs: the buffer pool, and the core that sends overflowed logs again,
// both with random stalls.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <vector>

#include "common/stalls.h"
#include "unit/kilo/common/bundles.h"
#include "unit/kilo/common/checked.h"
#include "unit/kilo/common/fields.h"

namespace gputm::tb {

using LogWords = std::vector<std::uint64_t>;  ///< {address, data} of 30 and 32 bits

inline LogWords random_words(Rng& rng, std::uint64_t most) {
  LogWords words(below(rng, most + 1));
  for (auto& word : words) word = rng() >> 2;
  return words;
}

inline constexpr unsigned kResendReads = 3, kResendWrites = 4;  ///< reply_kind_e

/// Each cycle: drive(), settle, respond(), settle, look at outputs, observe(), step.
template <typename Model>
class LogSource {
 public:
  LogSource(Checked<Model>& bench, Rng& rng)
      : bench_(bench), rng_(rng), grants_(rng), asks_(rng), resends_(rng), frees_(rng) {
    auto& dut = bench.dut();
    dut.read_i = 0;
    dut.ask_ready_i = 0;
    dut.resend_valid_i = 0;
    if constexpr (requires { dut.free_ready_i; }) dut.free_ready_i = 0;
  }

  /// Puts a log into a buffer if one is free and the log fits.
  LogField store(const LogWords& words) {
    if (words.empty()) return {};
    for (unsigned buffer = 0; buffer < kBuffers && !one_in(rng_, 16); ++buffer) {
      if (used_[buffer]) continue;
      used_[buffer] = true;
      const std::size_t count = std::min<std::size_t>(words.size(), kBufferWords);
      std::copy_n(words.begin(), count, memory_[buffer].begin());
      return {words.size() > kBufferWords, static_cast<unsigned>(count), buffer};
    }
    return {true, 0, 0};
  }
  void release(unsigned buffer) {
    bench_.require(used_[buffer], "buffer returned twice");
    used_[buffer] = false;
    for (auto& word : memory_[buffer]) word = rng_() >> 2;  // owned by another entry by now
  }
  bool all_free() const { return used_ == std::array<bool, kBuffers>{}; }
  /// The stage may request this log, once.
  void announce(std::uint64_t id, bool writes, LogWords words) {
    logs_[{id & 0xffff, writes}] = std::move(words);
  }

  void drive() {
    auto& dut = bench_.dut();
    if (resent_) dut.resend_valid_i = 0;
    dut.ask_ready_i = asks_.go();
    if constexpr (requires { dut.free_ready_i; }) dut.free_ready_i = frees_.go();
  }
  void respond() {
    auto& dut = bench_.dut();
    granted_ = LogReadRequest::of(dut.read_o).req && grants_.go();
    dut.read_i = pack_log_read_response(granted_, data_.front());
    // A stalled word is held.
    dut.resend_valid_i = dut.resend_valid_i ||
                         (ResendWait::of(dut.resend_wait_o).waiting && !resending_.empty() && resends_.go());
    if (dut.resend_valid_i) dut.resend_i = pack_resend(resending_.size() == 1, resending_.front());
  }
  void observe() {
    auto& dut = bench_.dut();
    data_.front() = data_.back();
    data_.back() = rng_() >> 2;
    const LogReadRequest request = LogReadRequest::of(dut.read_o);
    if (granted_) data_.back() = memory_[request.buffer][request.place];
    resent_ = dut.resend_valid_i && dut.resend_ready_o;
    if (resent_) resending_.pop_front();
    if constexpr (requires { dut.free_ready_i; }) {
      if (dut.free_valid_o && dut.free_ready_i) release(dut.free_buffer_o);
    }
    if (dut.ask_valid_o && dut.ask_ready_i) send_again(dut);
  }

 private:
  void send_again(Model& dut) {
    bool writes = false;
    std::uint64_t id = 0;
    if constexpr (requires { dut.ask_o; }) {
      const ReplyPort ask = ReplyPort::of(dut.ask_o);
      bench_.require(ask.kind == kResendReads || ask.kind == kResendWrites, "asks for no log");
      writes = ask.kind == kResendWrites;
      id = ask.id;
    } else {
      id = dut.ask_id_o;
    }
    const auto log = logs_.find({id, writes});
    if (log == logs_.end()) return bench_.require(false, "asked for a log that is not due");
    bench_.require(resending_.empty(), "asked for two logs at once");
    resending_.assign(log->second.begin(), log->second.end());
    logs_.erase(log);
  }

  Checked<Model>& bench_;
  Rng& rng_;
  StallStream grants_, asks_, resends_, frees_;
  std::array<bool, kBuffers> used_{};
  std::array<std::array<std::uint64_t, kBufferWords>, kBuffers> memory_{};
  std::map<std::pair<std::uint64_t, bool>, LogWords> logs_;
  std::deque<std::uint64_t> resending_;
  bool granted_ = false, resent_ = false;
  std::array<std::uint64_t, 2> data_{};  // words of reads granted two cycles ago, and one
};

}  // namespace gputm::tb
