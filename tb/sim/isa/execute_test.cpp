// Masked execution of a whole warp gives each active lane the same result as alone and does not change the
// others.
#include "isa/execute.h"

#include <gtest/gtest.h>

#include <bit>

#include "isa/decode.h"
#include "sim/isa/random_program.h"

namespace gputm::isa {
namespace {

using namespace tb;

constexpr unsigned kRegisters = 66;  // x, f, fflags, frm

constexpr Xlen kWidths[] = {Xlen::k32, Xlen::k64};

/// Calls f(row) for the rows of x() that hold registers or their upper words.
template <typename F>
void for_each_row(const WarpRegisters& registers, F f) {
  for (unsigned r = 0; r < kRegisters; ++r) f(r);
  for (unsigned r = 0; registers.wide() && r < 64; ++r) f(WarpRegisters::kUpper + r);
}

void fill(Rng& rng, WarpRegisters& registers, bool uniform_rounding) {
  const auto mode = static_cast<Word>(below(rng, 5));
  const bool flags_set = below(rng, 2);
  for (unsigned lane = 0; lane < registers.lanes(); ++lane) {
    for (unsigned r = 1; r < 64; ++r) {
      const Wide value = registers.wide() ? interesting_wide(rng) : interesting_word(rng);
      registers.x(r)[lane] = low_word(value);
      if (registers.wide()) registers.upper(r)[lane] = high_word(value);
    }
    registers.fflags()[lane] = flags_set ? 0x1f : static_cast<Word>(below(rng, 32));
    registers.frm()[lane] = uniform_rounding ? mode : static_cast<Word>(below(rng, 5));
  }
}

WarpRegisters single_lane(const WarpRegisters& registers, unsigned lane) {
  WarpRegisters result(1, registers.wide() ? Xlen::k64 : Xlen::k32);
  for_each_row(registers, [&](unsigned r) { *result.x(r) = registers.x(r)[lane]; });
  return result;
}

void expect_lane(const WarpRegisters& actual, const WarpRegisters& expected, unsigned lane,
                 unsigned expected_lane, const Instruction& instruction, const char* what) {
  for_each_row(actual, [&](unsigned r) {
    ASSERT_EQ(actual.x(r)[lane], expected.x(r)[expected_lane])
        << what << " lane " << lane << ", row " << r << ", instruction " << std::hex << instruction.raw;
  });
}

/// At least one lane.
LaneMask random_mask(Rng& rng, unsigned width) {
  const LaneMask all = full_mask(width), one = LaneMask{1} << below(rng, width);
  switch (below(rng, 4)) {
    case 0:
      return all;
    case 1:
      return one;
    case 2:
      return (rng() & rng() & all) | one;
    default:
      return (rng() & all) | one;
  }
}

Wide value_of(const WarpRegisters& registers, unsigned r, unsigned lane) {
  return wide(registers.x(r)[lane], registers.wide() ? registers.upper(r)[lane] : 0);
}
std::int64_t signed_value(const WarpRegisters& registers, Wide value) {
  return registers.wide() ? static_cast<std::int64_t>(value) : static_cast<std::int32_t>(value);
}

class Masked : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Widths, Masked, testing::Values(1, 7, 16, 32, 33, 64));

TEST_P(Masked, EqualsLaneByLane) {
  Rng rng = seeded_rng(3);
  const unsigned width = GetParam();
  const auto pick = [&] { return static_cast<Word>(below(rng, 32)); };
  for (std::uint64_t run = run_length(12000); run-- > 0;) {
    const Xlen xlen = kWidths[run % 2];
    WarpRegisters before(width, xlen);
    fill(rng, before, below(rng, 2) == 0);
    Word raw;
    switch (below(rng, 8)) {
      case 0:
        raw = csr(1 + static_cast<Word>(below(rng, 3)), pick(), pick(), 1 + static_cast<Word>(below(rng, 3)));
        break;
      case 1:
        raw = below(rng, 2) ? jal(pick(), 64) : jalr(pick(), pick(), 16);
        break;
      case 2:
      case 3:
        raw = random_integer(rng, pick, pick, xlen);
        break;
      default:
        raw = random_float(rng, pick, pick, xlen);
    }
    const Instruction instruction = decode(raw, xlen);
    ASSERT_NE(instruction.op, Op::kIllegal) << std::hex << raw;
    const LaneMask mask = random_mask(rng, width);
    const CsrContext csrs;
    constexpr Address kPc = 0x1000;
    WarpRegisters after = before;
    execute(instruction, after, mask, kPc, csrs);
    for (unsigned lane = 0; lane < width; ++lane) {
      if ((mask >> lane & 1) == 0) {
        expect_lane(after, before, lane, lane, instruction, "inactive");
        continue;
      }
      WarpRegisters alone = single_lane(before, lane);
      execute(instruction, alone, 1, kPc, csrs);
      expect_lane(after, alone, lane, 0, instruction, "active");
    }
    if (HasFatalFailure()) return;
  }
}

TEST(Rv64, FloatsThatAreNotBoxedAreNans) {
  WarpRegisters registers(2, Xlen::k64);
  for (const unsigned lane : {0U, 1U}) {
    registers.f(1)[lane] = 0x3f800000;
    registers.upper(32 + 1)[lane] = lane == 0 ? kBoxed : 0;
  }
  execute(decode(r_type(0x53, 0, 0, 2, 1, 1), Xlen::k64), registers, 3, 0, {});  // fadd.s f2, f1, f1
  EXPECT_EQ(registers.f(2)[0], 0x40000000u);
  EXPECT_EQ(registers.f(2)[1], 0x7fc00000u);
  EXPECT_EQ(registers.upper(32 + 2)[0], kBoxed);
  EXPECT_EQ(registers.upper(32 + 2)[1], kBoxed);
  execute(decode(r_type(0x53, 0, 0x70, 3, 1, 0), Xlen::k64), registers, 3, 0, {});  // fmv.x.w x3, f1
  EXPECT_EQ(registers.x(3)[1], 0x3f800000u) << "moves bits";
}

TEST(Rv64, CountersHaveOneCsr) {
  WarpRegisters registers(1, Xlen::k64);
  const CsrContext csrs{.cycle = 0x123456789};
  execute(decode(csr(2, 1, 0, 0xc00), Xlen::k64), registers, 1, 0, csrs);
  EXPECT_EQ(value_of(registers, 1, 0), 0x123456789u);
  EXPECT_THROW(execute(decode(csr(2, 1, 0, 0xc80), Xlen::k64), registers, 1, 0, csrs), Trap);
  execute(decode(csr(2, 1, 0, 0xfc0), Xlen::k64), registers, 1, 0, csrs);
  EXPECT_EQ(value_of(registers, 1, 0), 0u) << "clears the upper word";
}

TEST(Rv64, ShufflesAndBallotsTakeWholeRegisters) {
  WarpRegisters registers(2, Xlen::k64);
  for (const unsigned lane : {0U, 1U}) {
    registers.x(1)[lane] = 0;
    registers.upper(1)[lane] = lane;
    registers.x(2)[lane] = 1;
  }
  const CsrContext csrs{.warp_width = 2};
  execute(decode(r_type(0x0b, 2, 1, 3, 1, 2), Xlen::k64), registers, 3, 0, csrs);
  EXPECT_EQ(value_of(registers, 3, 0), Wide{1} << 32);
  execute(decode(r_type(0x0b, 0, 1, 4, 1, 0), Xlen::k64), registers, 3, 0, csrs);
  EXPECT_EQ(value_of(registers, 4, 0), 2u);
}

TEST(Rv64, LanesExchangeByDifferentInstructions) {
  WarpRegisters registers(8, Xlen::k64);
  for (unsigned lane = 0; lane < 8; ++lane) {
    registers.x(1)[lane] = 10 + lane;
    registers.upper(1)[lane] = 20 + lane;
    registers.x(2)[lane] = lane == 6 ? 0 : 100 + lane;
    registers.x(3)[lane] = 7 - lane;
  }
  // Lanes 0..3 have their value in x1, lanes 5..7 in x2; lane 4 takes no part.
  const Instruction a = decode(r_type(0x0b, 2, 2, 9, 1, 3), Xlen::k64);
  const Instruction b = decode(r_type(0x0b, 2, 2, 8, 2, 3), Xlen::k64);
  const ExchangePart shuffles[] = {{&a, 0x0f}, {&b, 0xe0}};
  exchange(shuffles, registers, 8);
  EXPECT_EQ(value_of(registers, 9, 0), 107u);
  EXPECT_EQ(value_of(registers, 9, 1), 0u);
  EXPECT_EQ(value_of(registers, 9, 3), 13u | Wide{23} << 32) << "lane 4 takes no part: its own value";
  EXPECT_EQ(value_of(registers, 8, 5), 12u | Wide{22} << 32);
  EXPECT_EQ(value_of(registers, 9, 5), 0u) << "not its register";
  EXPECT_EQ(value_of(registers, 8, 4), 0u);
  const Instruction c = decode(r_type(0x0b, 0, 2, 10, 1, 3), Xlen::k64);
  const Instruction d = decode(r_type(0x0b, 0, 2, 11, 2, 3), Xlen::k64);
  const ExchangePart ballots[] = {{&c, 0x0f}, {&d, 0xe0}};
  exchange(ballots, registers, 8);
  EXPECT_EQ(value_of(registers, 10, 2), 0xafu);
  EXPECT_EQ(value_of(registers, 11, 7), 0xafu);
}

TEST_P(Masked, BranchesAndAddressesEqualLaneByLane) {
  Rng rng = seeded_rng(4);
  const unsigned width = GetParam();
  static constexpr Word kConditions[] = {0, 1, 4, 5, 6, 7};
  for (std::uint64_t run = run_length(2000); run-- > 0;) {
    const Xlen xlen = kWidths[run % 2];
    WarpRegisters registers(width, xlen);
    fill(rng, registers, true);
    const Word condition = kConditions[below(rng, 6)];
    const Word rs1 = static_cast<Word>(below(rng, 32)), rs2 = static_cast<Word>(below(rng, 32));
    const LaneMask mask = random_mask(rng, width);
    LaneMask expected = 0;
    for_each_lane(mask, [&](unsigned lane) {
      const Wide a = value_of(registers, rs1, lane), b = value_of(registers, rs2, lane);
      const auto sa = signed_value(registers, a), sb = signed_value(registers, b);
      const bool results[] = {a == b, a != b, false, false, sa < sb, sa >= sb, a < b, a >= b};
      if (results[condition]) expected |= LaneMask{1} << lane;
    });
    ASSERT_EQ(taken_lanes(decode(branch(condition, rs1, rs2, 8)), registers, mask), expected);

    const auto offset = static_cast<std::int32_t>(below(rng, 4096)) - 2048;
    std::vector<Address> load(registers.stride()), target(registers.stride());
    const LaneMask beyond = effective_addresses(decode(i_type(0x03, 2, 1, rs1, offset)), registers, load);
    effective_addresses(decode(jalr(1, rs1, offset)), registers, target);
    for (unsigned lane = 0; lane < width; ++lane) {
      const Wide sum = value_of(registers, rs1, lane) + static_cast<Wide>(std::int64_t{offset});
      ASSERT_EQ(load[lane], low_word(sum));
      ASSERT_EQ((beyond >> lane) & 1, registers.wide() && high_word(sum) != 0 ? 1U : 0U);
      ASSERT_EQ(target[lane], load[lane] & ~Address{1});
    }
  }
}

TEST(Execute, InactiveLanesRaiseNoFlags) {
  WarpRegisters registers(32);
  for (unsigned lane = 0; lane < 32; ++lane) {
    registers.f(1)[lane] = 0x3f800000;
    registers.f(2)[lane] = lane == 5 ? 0 : 0x40000000;
  }
  execute(decode(r_type(0x53, 7, 0x0c, 3, 1, 2)), registers, full_mask(32) & ~(LaneMask{1} << 5), 0, {});
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(registers.fflags()[lane], 0u) << lane;
  execute(decode(r_type(0x53, 7, 0x0c, 3, 1, 2)), registers, full_mask(32), 0, {});
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(registers.fflags()[lane], lane == 5 ? 8u : 0u) << lane;
  EXPECT_EQ(registers.f(3)[5], 0x7f800000u);
}

TEST(Execute, InfinityTimesZeroPlusQuietNanIsInvalid) {
  for (const Word product : {0x43u, 0x47u, 0x4bu, 0x4fu}) {
    WarpRegisters registers(1);
    *registers.f(1) = 0xff800000;
    *registers.f(2) = 0;
    *registers.f(3) = 0x7fc00000;
    execute(decode(3u << 27 | 2u << 20 | 1u << 15 | 7u << 12 | 4u << 7 | product), registers, 1, 0, {});
    EXPECT_EQ(*registers.fflags(), 16u);
    EXPECT_EQ(*registers.f(4), 0x7fc00000u);
  }
}

TEST(Execute, NearestAwayBreaksTiesUpwards) {
  WarpRegisters registers(1);
  *registers.f(1) = 0x3f800000;  // 1 + 2^-24 lies halfway; to even that is 1
  *registers.f(2) = 0x33800000;
  execute(decode(r_type(0x53, 0, 0x00, 3, 1, 2)), registers, 1, 0, {});
  EXPECT_EQ(*registers.f(3), 0x3f800000u);
  execute(decode(r_type(0x53, 4, 0x00, 3, 1, 2)), registers, 1, 0, {});
  EXPECT_EQ(*registers.f(3), 0x3f800001u);
}

TEST(Execute, HostRoundingModeIsRestored) {
  WarpRegisters registers(32);
  for (const Word mode : {0u, 1u, 2u, 3u, 4u}) {
    execute(decode(r_type(0x53, mode, 0x0c, 3, 1, 2)), registers, full_mask(32), 0, {});
    volatile float third = 1.0f;
    third = third / 3.0f;
    EXPECT_EQ(third, 0x1.555556p-2f) << mode;
  }
}

TEST(Execute, ReadOnlyCsrsDescribeTheMachine) {
  const CsrContext csrs{.first_thread = 64,
                        .warp_id = 2,
                        .core_id = 3,
                        .warp_width = 32,
                        .warps = 8,
                        .cores = 15,
                        .block_id = 9,
                        .thread_in_block = 32,
                        .block_size = 192,
                        .grid_threads = 23040,
                        .grid_blocks = 120,
                        .cycle = 0x123456789};
  WarpRegisters registers(32);
  const auto read = [&](Word number) {
    execute(decode(csr(2, 1, 0, number)), registers, full_mask(32), 0, csrs);
    return registers.x(1)[3];
  };
  EXPECT_EQ(read(0xf14), 67u);
  EXPECT_EQ(read(0xcc0), 3u);
  EXPECT_EQ(read(0xcc1), 2u);
  EXPECT_EQ(read(0xcc2), 3u);
  EXPECT_EQ(read(0xcc5), 9u);
  EXPECT_EQ(read(0xcc6), 35u);
  EXPECT_EQ(read(0xfc0), 32u);
  EXPECT_EQ(read(0xfc1), 8u);
  EXPECT_EQ(read(0xfc2), 15u);
  EXPECT_EQ(read(0xfc4), 192u);
  EXPECT_EQ(read(0xfc5), 23040u);
  EXPECT_EQ(read(0xfc6), 120u);
  EXPECT_EQ(read(0xc00), 0x23456789u);
  EXPECT_EQ(read(0xc80), 1u);
}

TEST(Execute, IndicesInThreeDimensions) {
  const CsrContext csrs{.warp_width = 32,
                        .block_id = 17,
                        .thread_in_block = 32,
                        .block_size = 4 * 3 * 8,
                        .grid_threads = 24 * 4 * 3 * 8,
                        .grid_blocks = 24,
                        .block_x = 4,
                        .block_y = 3,
                        .grid_x = 2,
                        .grid_y = 4};
  WarpRegisters registers(32);
  const auto read = [&](Word number) {
    execute(decode(csr(2, 1, 0, number)), registers, full_mask(32), 0, csrs);
    return registers.x(1)[7];  // thread 39 of its block
  };
  EXPECT_EQ(read(0xcc7) + 4 * read(0xcc8) + 12 * read(0xcc9), 39u);
  EXPECT_EQ(read(0xcc7), 3u);
  EXPECT_EQ(read(0xcc8), 0u);
  EXPECT_EQ(read(0xcc9), 3u);
  EXPECT_EQ(read(0xcca), 1u);
  EXPECT_EQ(read(0xccb), 0u);
  EXPECT_EQ(read(0xccc), 2u);
  for (const auto& [number, size] :
       {std::pair{0xfc7u, 4u}, {0xfc8u, 3u}, {0xfc9u, 8u}, {0xfcau, 2u}, {0xfcbu, 4u}, {0xfccu, 3u}})
    EXPECT_EQ(read(number), size);
}

/// Ballots and shuffles, against a loop over the participating lanes.
TEST_P(Masked, LanesSeeEachOther) {
  Rng rng = seeded_rng(9);
  const unsigned width = GetParam();
  const CsrContext csrs{.warp_width = width};
  for (std::uint64_t run = run_length(2000); run-- > 0;) {
    WarpRegisters registers(width);
    fill(rng, registers, true);
    const Word rd = static_cast<Word>(below(rng, 32)), rs1 = static_cast<Word>(below(rng, 32)),
               rs2 = static_cast<Word>(below(rng, 32)), funct3 = static_cast<Word>(below(rng, 3));
    for (unsigned lane = 0; lane < width; lane += 3) registers.x(rs1)[lane] = 0;
    for (unsigned lane = 0; lane < width && rs1 == 0; ++lane) registers.x(0)[lane] = 0;
    const LaneMask mask = random_mask(rng, width);
    const WarpRegisters before = registers;
    std::uint64_t ballot = 0;
    for (unsigned lane = 0; lane < width; ++lane)
      if (((mask >> lane) & 1) != 0 && before.x(rs1)[lane] != 0) ballot += std::uint64_t{1} << lane;
    execute(decode(r_type(0x0b, funct3, 1, rd, rs1, funct3 == 2 ? rs2 : 0)), registers, mask, 0, csrs);
    for (unsigned lane = 0; lane < width && rd != 0; ++lane) {
      const unsigned from = before.x(rs2)[lane] % width;
      const Word expected = ((mask >> lane) & 1) == 0   ? before.x(rd)[lane]
                            : funct3 == 0               ? static_cast<Word>(ballot)
                            : funct3 == 1               ? static_cast<Word>(ballot >> 32)
                            : ((mask >> from) & 1) == 0 ? before.x(rs1)[lane]
                                                        : before.x(rs1)[from];
      ASSERT_EQ(registers.x(rd)[lane], expected) << funct3;
    }
  }
}

std::string trap_message(Word raw, Word frm = 0) {
  WarpRegisters registers(32);
  std::fill_n(registers.frm(), 32, frm);
  try {
    execute(decode(raw), registers, full_mask(32), 0x80000010, {});
  } catch (const RunError& trap) {
    return trap.what();
  }
  return "";
}

TEST(Execute, TrapsNameTheCause) {
  EXPECT_EQ(trap_message(0), "illegal instruction at pc 0x80000010 (instruction 0x0)");
  EXPECT_EQ(trap_message(csr(2, 1, 0, 0x300)), "unknown CSR at pc 0x80000010 (instruction 0x300020f3)");
  EXPECT_EQ(trap_message(csr(1, 1, 2, 0xf14)),
            "write to a read-only CSR at pc 0x80000010 (instruction 0xf14110f3)");
  EXPECT_EQ(trap_message(r_type(0x53, 7, 0, 3, 1, 2), 5),
            "reserved rounding mode in frm at pc 0x80000010 (instruction 0x20f1d3)");
  EXPECT_EQ(decode(r_type(0x53, 5, 0, 3, 1, 2)).op, Op::kIllegal);
}

TEST(Decode, HazardMasksNameWhatIsReadAndWritten) {
  const Instruction fused = decode(3u << 27 | 2u << 20 | 1u << 15 | 7u << 12 | 4u << 7 | 0x43);
  EXPECT_EQ(fused.reads, RegisterMask{0b1110} << 32);
  EXPECT_EQ(fused.writes, RegisterMask{1} << 36);
  EXPECT_TRUE(fused.writes_f);
  const Instruction store = decode(s_type(0x27, 2, 5, 6, -4));
  EXPECT_EQ(store.reads, RegisterMask{1} << 5 | RegisterMask{1} << 38);
  EXPECT_EQ(store.writes, 0u);
  EXPECT_EQ(store.imm, -4);
  const Instruction to_zero = decode(addi(0, 0, 1));
  EXPECT_EQ(to_zero.reads | to_zero.writes, 0u);
  EXPECT_FALSE(to_zero.writes_x);
}

TEST(Decode, AtomicsOfCustom1HavePairs) {
  const auto atomic = [](Word size, Word function, Word rd, Word rs2) {
    return decode(r_type(0x2b, size, function, rd, 5, rs2));
  };
  const RegisterMask address = RegisterMask{1} << 5;
  EXPECT_EQ(atomic(2, 10, 6, 7).reads, address | RegisterMask{1} << 7) << "float add of 32 bits";
  EXPECT_EQ(atomic(2, 10, 6, 7).writes, RegisterMask{1} << 6);
  EXPECT_EQ(atomic(3, 0, 6, 30).reads, address | RegisterMask{3} << 30);
  EXPECT_EQ(atomic(3, 0, 30, 8).writes, RegisterMask{3} << 30);
  EXPECT_EQ(atomic(3, 0, 0, 8).writes, 0u);
  EXPECT_EQ(atomic(3, 9, 6, 28).reads, address | RegisterMask{15} << 28) << "expected, desired";
  EXPECT_EQ(atomic(0, 9, 6, 30).reads, address | RegisterMask{3} << 30);
  EXPECT_EQ(atomic(3, 0, 6, 31).op, Op::kIllegal);
  EXPECT_EQ(atomic(3, 0, 31, 6).op, Op::kIllegal);
  EXPECT_EQ(atomic(3, 9, 6, 29).op, Op::kIllegal);
  EXPECT_EQ(atomic(1, 10, 6, 7).op, Op::kIllegal) << "there is no float of 16 bits";
  EXPECT_EQ(atomic(2, 13, 6, 7).op, Op::kIllegal);
  EXPECT_EQ(atomic(4, 0, 6, 7).op, Op::kIllegal);
}

TEST(Execute, FloatAtomicsRoundToNearestAndHaveCanonicalNans) {
  const auto sum = [](float a, Word b) {
    return CustomAtomic{AtomicFunction::kFadd, 4, b, 0}.result(std::bit_cast<Word>(a));
  };
  EXPECT_EQ(sum(16777216.0F, std::bit_cast<Word>(1.0F)), std::bit_cast<Word>(16777216.0F))
      << "a tie, to even";
  EXPECT_EQ(sum(16777216.0F, std::bit_cast<Word>(3.0F)), std::bit_cast<Word>(16777220.0F))
      << "a tie, to even";
  EXPECT_EQ(sum(1.0F, 0xffc12345), 0x7fc00000u);
  const CustomAtomic least{AtomicFunction::kFmin, 4, 0x7fc00000, 0};
  EXPECT_EQ(least.result(std::bit_cast<Word>(2.0F)), std::bit_cast<Word>(2.0F)) << "a NaN is not less";
}

TEST(Decode, EveryWordIsSafe) {
  Rng rng = seeded_rng(5);
  for (std::uint64_t run = run_length(2'000'000); run-- > 0;) {
    const auto raw = static_cast<Word>(rng());
    const Instruction instruction = decode(raw);
    ASSERT_EQ(instruction.raw, raw);
    ASSERT_EQ(instruction.op == Op::kIllegal, instruction.unit == Unit::kIllegal);
    ASSERT_TRUE((raw & 3) == 3 || instruction.op == Op::kIllegal);
    ASSERT_FALSE(instruction.writes_x && instruction.writes_f);
    ASSERT_EQ((instruction.reads | instruction.writes) & 1, 0u);
  }
}

}  // namespace
}  // namespace gputm::isa
