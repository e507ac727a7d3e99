// axi_word_reads, cycle by cycle, beside two queues of two: reads waiting for their look-up, and reads
// offered to the bus. Answers come in any order of ids and at any place of a bus of four words.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "Vaxi_word_reads.h"
#include "Vaxi_word_reads_secded.h"
#include "Vaxi_word_reads_secded___024root.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

constexpr unsigned kTags = 8, kPlaces = 4, kWords = 16;
constexpr std::size_t kSlice = 2;

struct Read {
  unsigned tag, word;
};

TEST(AxiWordReads, WaitForWritesAndComeBack) {
  Rng rng = seeded_rng(112);
  ModuleBench<Vaxi_word_reads> bench;
  auto& dut = bench.dut();
  dut.read_valid_i = dut.ar_ready_i = dut.r_valid_i = dut.lookup_found_i = 0;
  bench.reset();
  StallStream reads(rng), takes(rng), answers(rng);
  std::deque<Read> waiting, offered;
  std::vector<Read> asked;
  std::vector<bool> in_use(kTags, false);
  struct Response {
    unsigned tag, word, resp;
    std::uint32_t data;
  };
  std::optional<Response> response;  // due
  unsigned written = 0;              // words with a write in flight, one bit each
  std::uint64_t held_back = 0, done = 0;
  const std::uint64_t cycles = run_length(50000);
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failed(); ++cycle) {
    if (one_in(rng, 8)) written = static_cast<unsigned>(rng() & rng() & 0xffff);
    if (!dut.read_valid_i && reads.go()) {
      const auto tag = static_cast<unsigned>(below(rng, kTags));
      dut.read_valid_i = !in_use[tag];
      drive(dut.read_tag_i, tag);
      dut.read_addr_i = static_cast<unsigned>(below(rng, kWords));
    }
    dut.ar_ready_i = takes.go();
    dut.r_valid_i = !asked.empty() && answers.go();
    std::optional<Response> next_response;
    drive(dut.r_resp_i, below(rng, 4));
    for (unsigned place = 0; place < kPlaces; ++place)
      set_element(dut.r_data_i, place, 32, static_cast<std::uint32_t>(rng()));
    if (dut.r_valid_i) {
      const auto pick = static_cast<std::ptrdiff_t>(below(rng, asked.size()));
      const Read read = asked[static_cast<std::size_t>(pick)];
      asked.erase(asked.begin() + pick);
      drive(dut.r_id_i, read.tag * kPlaces + read.word % kPlaces);
      next_response = {read.tag, read.word, dut.r_resp_i, element(dut.r_data_i, read.word % kPlaces, 32)};
    }
    bench.settle();
    dut.lookup_found_i = (written >> (dut.lookup_addr_o % kWords) & 1) != 0;
    bench.settle();
    bench.expect("read_ready_o", dut.read_ready_o, waiting.size() < kSlice);
    bench.expect("ar_valid_o", dut.ar_valid_o, !offered.empty());
    bench.expect("response_valid_o", dut.response_valid_o, response.has_value());
    bench.expect("busy_o", dut.busy_o, !waiting.empty() || !offered.empty() || response.has_value());
    if (!offered.empty()) {
      bench.expect("ar_id_o", dut.ar_id_o, offered[0].tag * kPlaces + offered[0].word % kPlaces);
      bench.expect("ar_addr_o", dut.ar_addr_o, offered[0].word * 4);
    }
    if (response) {
      bench.expect("response_tag_o", dut.response_tag_o, response->tag);
      bench.expect("response_data_o", dut.response_data_o, response->data);
      bench.expect("response_resp_o", dut.response_resp_o, response->resp);
      bench.expect("response_addr_o", dut.response_addr_o, response->word);
      in_use[response->tag] = false;
      ++done;
    }
    // The clock edge
    const bool moves = !waiting.empty() && offered.size() < kSlice && (written >> waiting[0].word & 1) == 0;
    held_back += !waiting.empty() && !moves;
    const bool accepted = dut.read_valid_i && dut.read_ready_o;
    if (!offered.empty() && dut.ar_ready_i) {
      asked.push_back(offered.front());
      offered.pop_front();
    }
    if (moves) {
      offered.push_back(waiting.front());
      waiting.pop_front();
    }
    if (accepted) {
      waiting.push_back({dut.read_tag_i, dut.read_addr_i});
      in_use[dut.read_tag_i] = true;
    }
    response = next_response;
    bench.tick();
    if (accepted) dut.read_valid_i = 0;
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(held_back, cycles / 20);
  EXPECT_GT(done, cycles / 10);
}

// One wrong bit of a kept word is corrected; with two the read fails.
TEST(AxiWordReads, LostWordsFailTheirReads) {
  constexpr unsigned kCodeWidth = 31 + 7;
  constexpr unsigned kSlvErr = 2;
  Rng rng = seeded_rng(113);
  ModuleBench<Vaxi_word_reads_secded> bench;
  auto& dut = bench.dut();
  dut.read_valid_i = dut.r_valid_i = dut.lookup_found_i = 0;
  dut.ar_ready_i = 1;
  bench.reset();
  const auto cycle = [&] {
    bench.settle();
    bench.tick();
  };
  for (std::uint64_t read = 0; read < run_length(300) && !bench.failed(); ++read) {
    const auto tag = static_cast<unsigned>(below(rng, kTags)),
               word = static_cast<unsigned>(below(rng, kWords));
    dut.read_valid_i = 1;
    drive(dut.read_tag_i, tag);
    dut.read_addr_i = word;
    cycle();
    dut.read_valid_i = 0;
    for (unsigned i = 0; i < 3; ++i) cycle();

    const auto wrong = static_cast<unsigned>(below(rng, 3));
    const auto first = static_cast<unsigned>(below(rng, kCodeWidth));
    const auto second = (first + 1 + static_cast<unsigned>(below(rng, kCodeWidth - 1))) % kCodeWidth;
    auto& row = dut.rootp->axi_word_reads__DOT__u_words__DOT__gen_plain__DOT__u_ram__DOT__mem[tag];
    if (wrong > 0) row ^= std::uint64_t{1} << first;
    if (wrong > 1) row ^= std::uint64_t{1} << second;

    dut.r_valid_i = 1;
    drive(dut.r_id_i, tag * kPlaces + word % kPlaces);
    drive(dut.r_resp_i, 0);
    cycle();
    dut.r_valid_i = 0;
    bench.settle();
    bench.expect("response_valid_o", dut.response_valid_o, 1);
    bench.expect("response_tag_o", dut.response_tag_o, tag);
    bench.expect("response_resp_o", dut.response_resp_o, wrong == 2 ? kSlvErr : 0);
    if (wrong < 2) bench.expect("response_addr_o", dut.response_addr_o, word);
    bench.tick();
    bench.settle();
    bench.expect("valid of memory_error_o", dut.memory_error_o >> 17, wrong != 0);
    bench.expect("fatal of memory_error_o", dut.memory_error_o >> 16 & 1, wrong == 2);
    bench.expect("row of memory_error_o", dut.memory_error_o & 0xffff, wrong != 0 ? tag : 0);
    bench.expect("busy_o", dut.busy_o, wrong != 0);
    bench.tick();
    bench.settle();
    bench.expect("memory_error_o, a cycle later", dut.memory_error_o, 0);
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
}

}  // namespace
}  // namespace gputm::tb
