// Pushes random words through a ready/valid buffer with random stalls at both ends, against a queue.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iostream>
#include <optional>
#include <string>

#include "common/clocked.h"
#include "common/stalls.h"

namespace gputm::tb {

/// Results of a run of a stream.
struct StreamResult {
  std::optional<std::string> failure;  ///< first error
  std::uint64_t words = 0;             ///< words that came out
  std::size_t deepest = 0;             ///< most words inside at a time
};

/// `capacity`: words the buffer must hold before it refuses one.
template <typename Model>
StreamResult run_stream(std::uint64_t cycles, std::size_t capacity, Rng& rng) {
  Clocked<Model> clocked;
  auto& dut = clocked.dut();
  dut.in_valid_i = 0;
  dut.out_ready_i = 0;
  clocked.reset();
  StallStream in(rng), out(rng);
  std::deque<std::uint32_t> inside;
  StreamResult result;
  const auto fail = [&](const char* what) {
    if (!result.failure) result.failure = std::string(what) + " at cycle " + std::to_string(clocked.cycles());
  };
  bool offering = false;
  std::uint32_t word = 0;
  for (std::uint64_t cycle = 0; cycle < cycles && !result.failure; ++cycle) {
    if (!offering && in.go()) {
      offering = true;
      word = static_cast<std::uint32_t>(rng());
    }
    dut.in_valid_i = offering;
    dut.in_data_i = word;
    dut.out_ready_i = out.go();
    clocked.settle();
    // Latency one: exactly the words that entered before this cycle are offered.
    if (static_cast<bool>(dut.out_valid_o) != !inside.empty()) fail("out_valid wrong");
    if (!inside.empty() && dut.out_data_o != inside.front()) fail("word wrong");
    if (static_cast<bool>(dut.in_ready_o) != (inside.size() < capacity)) fail("in_ready wrong");
    if constexpr (requires { dut.count_o; }) {
      if (dut.count_o != inside.size()) fail("count wrong");
    }
    const bool push = dut.in_valid_i && dut.in_ready_o;
    const bool pop = dut.out_valid_o && dut.out_ready_i;
    clocked.step();
    if (pop && !inside.empty()) {
      inside.pop_front();
      ++result.words;
    }
    if (push) {
      inside.push_back(word);
      offering = false;
      result.deepest = std::max(result.deepest, inside.size());
    }
    if (clocked.assertion_failed()) fail("assertion failed in the RTL");
  }
  return result;
}

template <typename Model>
void expect_correct(std::size_t capacity) {
  Rng rng = seeded_rng(20);
  const std::uint64_t cycles = run_length(100000);
  const StreamResult result = run_stream<Model>(cycles, capacity, rng);
  EXPECT_EQ(result.failure, std::nullopt);
  EXPECT_EQ(result.deepest, capacity);
  EXPECT_GT(result.words, cycles / 4);
}

template <typename Model>
std::uint64_t words_at_full_rate() {
  Clocked<Model> clocked;
  auto& dut = clocked.dut();
  dut.in_valid_i = 1;
  dut.out_ready_i = 1;
  clocked.reset();
  std::uint64_t words = 0;
  for (int i = 0; i < 1000; ++i) {
    clocked.settle();
    words += dut.out_valid_o;
    clocked.step();
  }
  return words;
}

}  // namespace gputm::tb
