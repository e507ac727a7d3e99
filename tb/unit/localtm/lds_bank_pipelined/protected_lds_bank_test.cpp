// lds_bank_pipelined with parity and with SECDED: without wrong bits it is the model, and reports nothing.
// SECDED corrects any wrong bit of any memory; one that is not corrected is reported with its place and row
// in the cycle after the answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "Vparity.h"
#include "Vparity___024root.h"
#include "Vsecded.h"
#include "Vsecded___024root.h"
#include "Vsecded_epochs.h"
#include "Vsecded_epochs___024root.h"
#include "Vsecded_readers.h"
#include "Vsecded_readers___024root.h"
#include "unit/localtm/common/bank_cases.h"

namespace gputm::tb {
namespace {

using Parity = BankVariant<Vparity, BankSizes{.checked = true}>;
using Secded = BankVariant<Vsecded, BankSizes{.checked = true}>;
using SecdedEpochs = BankVariant<Vsecded_epochs, BankSizes{.exact = true, .epochs = 2, .checked = true}>;
using SecdedReaders =
    BankVariant<Vsecded_readers,
                BankSizes{.shared_readers = true, .undo_entries = kUndoEntries, .checked = true}>;

using Variants = testing::Types<Parity, Secded, SecdedEpochs, SecdedReaders>;
INSTANTIATE_TYPED_TEST_SUITE_P(Protected, Bank, Variants);

enum Place : unsigned { kWords, kBackups, kRecords, kHeads, kReaders, kMembers };  // localtm_pkg

/// A memory of a model
struct Memory {
  Place place;
  unsigned rows, bits;  ///< with check bits
  void* data;
  std::size_t stride;

  void flip(unsigned row, unsigned bit) const {
    auto* byte = static_cast<unsigned char*>(data) + row * stride + bit / 8;
    *byte = static_cast<unsigned char>(*byte ^ 1U << bit % 8);
  }
  std::vector<unsigned char> word(unsigned row) const {
    std::vector<unsigned char> bytes(stride);
    std::memcpy(bytes.data(), static_cast<unsigned char*>(data) + row * stride, stride);
    return bytes;
  }
};

template <typename Array>
Memory memory(Place place, unsigned bits, Array& array) {
  return {place, static_cast<unsigned>(sizeof(array) / sizeof(array[0])), bits, &array[0], sizeof(array[0])};
}

// A word has 7 check bits, or one; a record of 8 lanes, 4 wavefronts and 16 rows has 14 bits and 6.
constexpr unsigned kWordBits = 39;
template <typename Root>
std::vector<Memory> memories_of_halves(Root& root, unsigned word_bits, unsigned record_bits) {
  return {
      memory(
          kWords, word_bits,
          root.lds_bank_pipelined__DOT__gen_halves__DOT__u_data__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem),
      memory(
          kBackups, word_bits,
          root.lds_bank_pipelined__DOT__gen_halves__DOT__u_backup__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem),
      memory(
          kRecords, record_bits,
          root.lds_bank_pipelined__DOT__u_ownership__DOT__gen_records__DOT__gen_listed__DOT__u_owned_rows__DOT__u_records__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem)};
}
std::vector<Memory> memories(Vparity& dut) { return memories_of_halves(*dut.rootp, 33, 15); }
std::vector<Memory> memories(Vsecded& dut) { return memories_of_halves(*dut.rootp, kWordBits, 20); }
// With an epoch of 2 bits, a record has 13 bits and 6; a list head 5 and 4.
std::vector<Memory> memories(Vsecded_epochs& dut) {
  auto& root = *dut.rootp;
  return {
      memory(
          kRecords, 19,
          root.lds_bank_pipelined__DOT__u_ownership__DOT__gen_records__DOT__gen_links__DOT__u_owned_rows__DOT__u_records__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem),
      memory(
          kHeads, 10,
          root.lds_bank_pipelined__DOT__u_ownership__DOT__gen_records__DOT__gen_links__DOT__u_owned_rows__DOT__u_heads__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem)};
}
// Filters of 4 bits and members of 8 bits
std::vector<Memory> memories(Vsecded_readers& dut) {
  auto& root = *dut.rootp;
  return {
      memory(
          kWords, kWordBits,
          root.lds_bank_pipelined__DOT__gen_log__DOT__u_data__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem),
      memory(
          kBackups, kWordBits,
          root.lds_bank_pipelined__DOT__gen_log__DOT__u_backup__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem),
      memory(
          kReaders, 8,
          root.lds_bank_pipelined__DOT__u_ownership__DOT__gen_readers__DOT__u_readers__DOT__u_filters__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem),
      memory(
          kMembers, 13,
          root.lds_bank_pipelined__DOT__u_ownership__DOT__gen_readers__DOT__u_readers__DOT__u_lanes__DOT__u_members__DOT__gen_forward__DOT__u_ram__DOT__u_ram__DOT__mem)};
}

template <typename T>
class BankWithSecded : public testing::Test {};
using Correcting = testing::Types<Secded, SecdedEpochs, SecdedReaders>;
TYPED_TEST_SUITE(BankWithSecded, Correcting);

// One bit of one row of each memory is wrong at a time, while random commands use them.
TYPED_TEST(BankWithSecded, CorrectsAWrongBitOfAnyMemory) {
  Rng rng = seeded_rng(47);
  BankBench<typename TypeParam::Rtl> bench{TypeParam::kSizes};
  bench.finish();
  bench.expect_errors();
  const std::vector<Memory> all = memories(bench.dut());
  std::vector<unsigned> corrected(kMembers + 1);
  for (std::uint64_t i = 0; i < run_length(1000) && !bench.failure(); ++i) {
    std::vector<BankError> wrong;
    std::vector<unsigned> bits;
    std::vector<std::vector<unsigned char>> words;
    for (const Memory& memory : all) {
      wrong.push_back({memory.place, static_cast<unsigned>(below(rng, memory.rows)), false});
      bits.push_back(static_cast<unsigned>(below(rng, memory.bits)));
      memory.flip(wrong.back().row, bits.back());
      words.push_back(memory.word(wrong.back().row));
    }
    const std::size_t before = bench.errors().size();
    run_bank(bench, 40, rng);
    for (std::size_t e = before; e < bench.errors().size(); ++e) {
      const BankError error = bench.errors()[e];
      EXPECT_NE(std::ranges::find(wrong, error), wrong.end())
          << "memory " << error.place << " row " << error.row << " fatal " << error.fatal;
      ++corrected.at(error.place);
    }
    // A word that has not been written since is still wrong.
    for (std::size_t m = 0; m < all.size(); ++m) {
      if (all[m].word(wrong[m].row) == words[m]) all[m].flip(wrong[m].row, bits[m]);
    }
  }
  EXPECT_EQ(bench.failure(), std::nullopt);
  for (const Memory& memory : all) EXPECT_GT(corrected[memory.place], 20u) << memory.place;
}

template <typename T>
class BankWithLostWords : public testing::Test {
 protected:
  using Rtl = typename T::Rtl;
  static constexpr unsigned kRows = 32, kTxRows = 16;

  BankWithLostWords() : clocked_("lds_bank") {
    clocked_.reset();
    dut().cmd_valid_i = 0;
    while (true) {
      clocked_.settle();
      if (dut().cmd_ready_o) break;
      clocked_.step();
    }
    idle();
  }
  Rtl& dut() { return clocked_.dut(); }
  /// Offers a command and waits for the bank's rest. Errors, with the cycle of each after the command's.
  std::vector<BankError> run() {
    dut().cmd_valid_i = 1;
    clocked_.settle();
    EXPECT_TRUE(dut().cmd_ready_o);
    clocked_.step();
    dut().cmd_valid_i = 0;
    return idle();
  }
  std::vector<BankError> access(LdsOp op, bool transactional, unsigned owner, unsigned row) {
    dut().cmd_walk_i = 0;
    drive(dut().cmd_op_i, op);
    dut().cmd_tx_i = transactional;
    drive(dut().cmd_owner_i, owner);
    drive(dut().cmd_row_i, row);
    dut().cmd_data_i = 5;
    dut().cmd_bytes_i = 15;
    return run();
  }
  std::vector<BankError> walk(unsigned wavefront, bool restore) {
    dut().cmd_walk_i = 1;
    dut().cmd_restore_i = restore;
    drive(dut().cmd_wavefront_i, wavefront);
    dut().cmd_lanes_i = 0xff;
    return run();
  }
  /// Turns as many of the lowest bits as are not corrected.
  void lose(Place place, unsigned row) {
    const std::vector<Memory> all = memories(dut());
    const auto memory = std::ranges::find(all, place, &Memory::place);
    for (unsigned bit = 0; bit < (std::is_same_v<Rtl, Vparity> ? 1U : 2U); ++bit) memory->flip(row, bit);
  }
  static std::vector<BankError> lost(Place place, unsigned row) { return {{place, row, true}}; }
  unsigned answered_before() const { return answered_before_; }

 private:
  std::vector<BankError> idle() {
    std::vector<BankError> errors;
    bool answered = false;
    for (unsigned cycle = 0; cycle < 30; ++cycle) {
      clocked_.settle();
      const std::vector<BankError> now = errors_of(dut());
      // The report comes in the cycle after the answer, and the bank is busy until then.
      if (!now.empty()) {
        answered_before_ += answered ? 1 : 0;
        EXPECT_TRUE(dut().busy_o);
      }
      errors.insert(errors.end(), now.begin(), now.end());
      answered = dut().rsp_valid_o != 0;
      clocked_.step();
    }
    EXPECT_FALSE(dut().busy_o);
    EXPECT_FALSE(clocked_.assertion_failed());
    return errors;
  }

  Clocked<Rtl> clocked_;
  unsigned answered_before_ = 0;
};
using Losing = testing::Types<Parity, Secded>;
TYPED_TEST_SUITE(BankWithLostWords, Losing);

TYPED_TEST(BankWithLostWords, ReportsALostWord) {
  for (unsigned row = 0; row < this->kTxRows; ++row) {
    this->lose(kWords, row);
    EXPECT_EQ(this->access(LdsOp::kLoad, false, 0, row + this->kTxRows), std::vector<BankError>{})
        << "the other half's word";
    EXPECT_EQ(this->access(LdsOp::kLoad, row % 2 != 0, 3, row), this->lost(kWords, row));
    EXPECT_EQ(this->answered_before(), row + 1);
    this->lose(kWords, row);  // mended
    EXPECT_EQ(this->access(LdsOp::kLoad, false, 0, row), std::vector<BankError>{});
  }
}

TYPED_TEST(BankWithLostWords, ReportsALostWordInTheHalfOfBackups) {
  for (unsigned row = 0; row < this->kTxRows; ++row) {
    this->lose(kBackups, row);
    EXPECT_EQ(this->access(LdsOp::kLoad, false, 0, row), std::vector<BankError>{}) << "the other half's word";
    EXPECT_EQ(this->access(LdsOp::kLoad, false, 3, row + this->kTxRows), this->lost(kBackups, row));
    EXPECT_EQ(this->answered_before(), row + 1);
  }
}

TYPED_TEST(BankWithLostWords, ReportsALostBackupWhenItIsRestored) {
  for (unsigned row = 0; row < this->kTxRows; ++row) {
    EXPECT_EQ(this->access(LdsOp::kStore, true, 3, row), std::vector<BankError>{});
    this->lose(kBackups, row);
    EXPECT_EQ(this->access(LdsOp::kLoad, true, 3, row), std::vector<BankError>{});
    EXPECT_EQ(this->walk(0, true), this->lost(kBackups, row));
  }
}

// The lowest bits are those of the link to the next row.
TYPED_TEST(BankWithLostWords, ReportsALostRecordOfOwnership) {
  for (unsigned row = 0; row < this->kTxRows; ++row) {
    EXPECT_EQ(this->access(LdsOp::kStore, true, 3, row), std::vector<BankError>{});
    this->lose(kRecords, row);
    EXPECT_EQ(this->access(LdsOp::kLoad, true, 3, row), this->lost(kRecords, row));
    EXPECT_EQ(this->walk(0, false), this->lost(kRecords, row));
  }
}

}  // namespace
}  // namespace gputm::tb
