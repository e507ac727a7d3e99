// axi_word_writes, cycle by cycle, beside three queues: addresses and data offered to the bus, two each, and
// writes without an answer. Of a bus with few addresses, writes of words beyond them are dropped and told.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "Vaxi_word_writes.h"
#include "Vaxi_word_writes_low.h"
#include "common/module_bench.h"
#include "common/stalls.h"

namespace gputm::tb {
namespace {

constexpr std::size_t kDepth = 5, kSlice = 2;
constexpr unsigned kPlaces = 4;

struct Write {
  unsigned word;
  std::uint32_t data;
};

/// Words `first` .. `first + 11`; those from `end` on are beyond the bus's addresses, where word 0 is at
/// `base`.
template <typename Model>
void check_writes(unsigned base, unsigned first, unsigned end) {
  constexpr unsigned kWords = 12;
  Rng rng = seeded_rng(113);
  ModuleBench<Model> bench;
  auto& dut = bench.dut();
  dut.write_valid_i = dut.aw_ready_i = dut.w_ready_i = dut.b_valid_i = 0;
  bench.reset();
  StallStream writes(rng), addresses(rng), words(rng), answers(rng);
  std::deque<Write> address, data, in_flight;
  std::uint64_t outside = 0, sent_addresses = 0, sent_data = 0, answered = 0, full = 0;
  bool answer_due = false;
  unsigned answer_resp = 0;
  const std::uint64_t cycles = run_length(50000);
  for (std::uint64_t cycle = 0; cycle < cycles && !bench.failed(); ++cycle) {
    if (!dut.write_valid_i && writes.go()) {
      dut.write_valid_i = 1;
      dut.write_addr_i = first + static_cast<unsigned>(below(rng, kWords));
      dut.write_data_i = static_cast<std::uint32_t>(rng());
    }
    dut.aw_ready_i = addresses.go();
    dut.w_ready_i = words.go();
    dut.b_valid_i = std::min(sent_addresses, sent_data) > answered && answers.go();
    drive(dut.b_resp_i, below(rng, 4));
    dut.lookup_addr_i = first + static_cast<unsigned>(below(rng, kWords));
    bench.settle();
    const bool room = in_flight.size() < kDepth && address.size() < kSlice && data.size() < kSlice;
    bench.expect("write_ready_o", dut.write_ready_o, room);
    const bool taken = room && dut.write_valid_i, accepted = taken && dut.write_addr_i < end;
    bench.expect("accepted_o", dut.accepted_o, accepted);
    bench.expect("outside_o", dut.outside_o, taken && !accepted);
    bench.expect("answered_o", dut.answered_o, answer_due);
    if (answer_due) {
      bench.expect("answer_resp_o", dut.answer_resp_o, answer_resp);
      bench.expect("answer_addr_o", dut.answer_addr_o, in_flight[0].word);
    }
    bench.expect("busy_o", dut.busy_o, !in_flight.empty());
    bench.expect("lookup_found_o", dut.lookup_found_o,
                 std::any_of(in_flight.begin(), in_flight.end(),
                             [&](const Write& write) { return write.word == dut.lookup_addr_i; }));
    bench.expect("aw_valid_o", dut.aw_valid_o, !address.empty());
    if (!address.empty()) bench.expect("aw_addr_o", dut.aw_addr_o, base + address[0].word * 4);
    bench.expect("w_valid_o", dut.w_valid_o, !data.empty());
    if (!data.empty()) {
      const unsigned place = data[0].word % kPlaces;
      bench.expect("w_strb_o", dut.w_strb_o, 0xfu << 4 * place);
      bench.expect("the word of w_data_o", element(dut.w_data_o, place, 32), data[0].data);
    }
    // The clock edge
    full += in_flight.size() == kDepth;
    if (answer_due && !in_flight.empty()) in_flight.pop_front();
    answer_due = dut.b_valid_i;
    answer_resp = dut.b_resp_i;
    answered += dut.b_valid_i;
    if (!address.empty() && dut.aw_ready_i) {
      address.pop_front();
      ++sent_addresses;
    }
    if (!data.empty() && dut.w_ready_i) {
      data.pop_front();
      ++sent_data;
    }
    outside += taken && !accepted;
    if (accepted) {
      const Write write{dut.write_addr_i, dut.write_data_i};
      address.push_back(write);
      data.push_back(write);
      in_flight.push_back(write);
    }
    bench.tick();
    if (taken) dut.write_valid_i = 0;
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  EXPECT_GT(full, cycles / 40);
  EXPECT_EQ(outside != 0, end < first + kWords);
  EXPECT_GT(answered, cycles / 10);
}

TEST(AxiWordWrites, GoOutAndAreAnswered) { check_writes<Vaxi_word_writes>(0, 0, 12); }

TEST(AxiWordWrites, BeyondTheBusAreDroppedAndTold) {
  check_writes<Vaxi_word_writes_low>(0xf80, 26, 32);  // of 12 bits, from 0xf80 on
}

}  // namespace
}  // namespace gputm::tb
