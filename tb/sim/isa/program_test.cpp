// Loading: valid files, refused files and their messages, and robustness against any bytes.
#include "isa/program.h"

#include <gtest/gtest.h>

#include <functional>

#include "isa/flat_machine.h"
#include "sim/isa/random_program.h"

namespace gputm::isa {
namespace {

using namespace tb;
using Analysis = Program::Analysis;

ElfBuilder small_program() {
  ElfBuilder builder;
  builder.add_code(0x10000, {branch(0, 10, 11, 8), kNop, kNop, kRet, kNop, kRet});
  builder.symbols = {
      {"first", 0x10000, 16}, {"second", 0x10010, 8}, {"data", 0x20000, 0, 1}, {".Llocal", 0x10004, 0, 0, 0}};
  builder.add_segment(0x20000, {1, 2, 3}, 64);
  return builder;
}

std::string load_error(const std::vector<std::uint8_t>& elf, Analysis analysis = Analysis::kKernels) {
  try {
    Program::parse(elf, "test.elf", analysis);
  } catch (const LoadError& error) {
    return error.what();
  }
  return "loaded";
}

TEST(Program, HasSegmentsSymbolsCodeAndReconvergence) {
  const Program program = Program::parse(small_program().build(), "test.elf", Analysis::kKernels);
  EXPECT_EQ(program.entry(), 0x10000u);
  EXPECT_EQ(program.end(), 0x20040u);
  ASSERT_EQ(program.segments().size(), 2u);
  EXPECT_EQ(program.segments()[1].size, 64u);
  EXPECT_EQ(program.segments()[1].data, (std::vector<std::uint8_t>{1, 2, 3}));
  EXPECT_EQ(program.symbol("data"), 0x20000u);
  EXPECT_TRUE(program.has_symbol("second"));
  EXPECT_FALSE(program.has_symbol(".Llocal"));
  EXPECT_THROW(program.symbol("third"), LoadError);
  EXPECT_EQ(program.describe(0x10000), "first");
  EXPECT_EQ(program.describe(0x1000c), "first+0xc");
  EXPECT_EQ(program.describe(0x10010), "second");
  EXPECT_EQ(program.describe(0x10018), "0x10018");
  ASSERT_NE(program.at(0x10000), nullptr);
  EXPECT_EQ(program.at(0x10000)->op, Op::kBeq);
  EXPECT_EQ(program.at(0x10002), nullptr);
  EXPECT_EQ(program.at(0xfffc), nullptr);
  EXPECT_EQ(program.reconvergence_pc(0x10000), 0x10008u);
  EXPECT_EQ(program.reconvergence_pc(0x1000c), Program::kNoReconvergence);
}

TEST(Program, RefusesFilesThatAreNotRiscvExecutables) {
  const auto changed = [](std::size_t offset, std::uint8_t value) {
    auto elf = small_program().build();
    elf[offset] = value;
    return load_error(elf);
  };
  EXPECT_EQ(load_error({}), "test.elf: not an ELF file");
  EXPECT_EQ(changed(0, 0), "test.elf: not an ELF file");
  EXPECT_EQ(changed(4, 3), "test.elf: not an ELF file");
  EXPECT_EQ(changed(5, 2), "test.elf: not little-endian");
  EXPECT_EQ(changed(16, 3), "test.elf: not a statically linked executable");
  EXPECT_EQ(changed(18, 62), "test.elf: machine 62 is not RISC-V");
  EXPECT_EQ(changed(24, 2), "test.elf: entry is not a multiple of 4");
  EXPECT_EQ(changed(36, 1), "test.elf: uses compressed instructions; compile with -march=rv32imaf");
}

TEST(Program, HasTheWidthOfTheFile) {
  ElfBuilder builder = small_program();
  EXPECT_EQ(Program::parse(builder.build(), "test.elf", Analysis::kKernels).xlen(), Xlen::k32);
  builder.xlen = Xlen::k64;
  const Program program = Program::parse(builder.build(), "test.elf", Analysis::kKernels);
  EXPECT_EQ(program.xlen(), Xlen::k64);
  EXPECT_EQ(program.end(), 0x20040u);
  EXPECT_EQ(program.symbol("data"), 0x20000u);
  EXPECT_EQ(program.at(0x10000)->op, Op::kBeq);
  builder.flags = 1;
  EXPECT_EQ(load_error(builder.build()),
            "test.elf: uses compressed instructions; compile with -march=rv64imafd");
}

TEST(Program, RefusesRv64FilesWithAddressesBeyond4GiB) {
  ElfBuilder builder = small_program();
  builder.xlen = Xlen::k64;
  auto elf = builder.build();
  elf[28] = 1;  // upper word of the entry
  EXPECT_EQ(load_error(elf), "test.elf: entry does not fit below 4 GiB");
  elf = builder.build();
  elf[64 + 20] = 1;  // upper word of the first segment's address
  EXPECT_EQ(load_error(elf), "test.elf: segment does not fit below 4 GiB");
}

TEST(Program, RefusesBadSegments) {
  const auto with_segment = [](Address address, std::size_t bytes, Address size) {
    ElfBuilder builder = small_program();
    builder.add_segment(address, std::vector<std::uint8_t>(bytes), size);
    return load_error(builder.build());
  };
  EXPECT_EQ(with_segment(0x10008, 4, 4), "test.elf: segments overlap in memory");
  EXPECT_EQ(with_segment(0xfffff000, 4, 0x1000), "test.elf: segment does not fit below 4 GiB");
  EXPECT_EQ(with_segment(0x30000, 8, 4), "test.elf: segment with more bytes in the file than in memory");
  EXPECT_EQ(with_segment(0x90000000, 4, 4),
            "test.elf: contents from 0x10000 to 0x90000003 span more than 16 MiB");
  EXPECT_EQ(with_segment(0x90000000, 0, 0x60000000), "loaded") << "zeros cost nothing";
  auto truncated = small_program().build();
  truncated.resize(0x1004);
  EXPECT_EQ(load_error(truncated).substr(0, 10), "test.elf: ");
  ElfBuilder empty;
  EXPECT_EQ(load_error(empty.build()), "test.elf: nothing to load");
}

TEST(Program, RefusesSharedVariablesOutsideOfSharedMemory) {
  ElfBuilder builder = small_program();  // it has no section .shared
  builder.symbols.push_back({"_ZZ4tileILi8EEvvE4wordB12gputm_shared", 0x20000, 4, 1});
  EXPECT_EQ(load_error(builder.build(), Analysis::kFlat), "loaded");
  const std::string error = load_error(builder.build());
  EXPECT_EQ(error.find("test.elf: SHARED variable 'tile<8>()::word' is not in shared memory"), 0u) << error;
  EXPECT_EQ(error.find('\n'), std::string::npos);
}

TEST(Program, MissingFileIsALoadError) {
  EXPECT_THROW(Program::load("/nonexistent.elf", Analysis::kFlat), LoadError);
  EXPECT_THROW(Program::load("/", Analysis::kFlat), LoadError);
}

TEST(Program, KnowsWhereTwoPlacesMeet) {
  ElfBuilder builder;
  // 0: if (...) { 4: one; 8: jump to 24 } 12: if (...) { 16: two } 20: three; 24: four; 28: return; 32:
  // return
  builder.add_code(
      0x10000, {branch(0, 10, 11, 12), kNop, jal(0, 16), branch(0, 10, 11, 8), kNop, kNop, kNop, kRet, kRet});
  const Program program = Program::parse(builder.build(), "test.elf", Analysis::kKernels);
  EXPECT_EQ(program.meeting_pc(0x10004, 0x1000c), 0x10018u);
  EXPECT_EQ(program.meeting_pc(0x10014, 0x10010), 0x10014u) << "one is behind the other";
  EXPECT_EQ(program.meeting_pc(0x10004, 0x10004), 0x10004u);
  EXPECT_EQ(program.meeting_pc(0x10004, 0x10020), Program::kNoReconvergence) << "different returns";
}

TEST(Program, DamagedFilesLoadOrFailInOneLine) {
  Rng rng = seeded_rng(6);
  ElfBuilder builder = small_program();
  const std::vector<std::uint8_t> whole = builder.build();
  // Most damage is to the structure, not to the padding.
  std::vector<std::size_t> structure;
  for (std::size_t i = 0; i < whole.size(); ++i)
    if (i < 256 || i > whole.size() - 512 || whole[i] != 0) structure.push_back(i);
  std::uint64_t loaded = 0;
  const std::uint64_t runs = run_length(2000);
  for (std::uint64_t run = 0; run < runs; ++run) {
    auto elf = whole;
    for (auto count = 1 + below(rng, 4); count-- > 0;) {
      const std::size_t at = structure[below(rng, structure.size())];
      switch (below(rng, 3)) {
        case 0:
          elf[at] ^= static_cast<std::uint8_t>(1 << below(rng, 8));
          break;
        case 1:
          elf[at] = static_cast<std::uint8_t>(rng());
          break;
        default:
          elf[at] = below(rng, 2) ? 0xff : 0;
          break;
      }
    }
    if (one_in(rng, 8)) elf.resize(below(rng, elf.size() + 1));
    const std::string message = load_error(elf, below(rng, 2) ? Analysis::kKernels : Analysis::kFlat);
    ASSERT_FALSE(message.empty());
    for (const char c : message) ASSERT_GE(c, ' ') << message;
    loaded += message == "loaded" ? 1 : 0;
  }
  EXPECT_GT(loaded, runs / 20) << "the damage should not always be fatal";
  EXPECT_LT(loaded, runs);
}

// --- FlatMachine

struct Outcome {
  Word status = 0;
  std::string output, error;
};
Outcome run(const std::vector<Word>& code, std::uint64_t limit = 10000) {
  ElfBuilder builder;
  builder.add_code(0x10000, code);
  builder.add_segment(0x20000, {'h', 'i', '\n'}, 4096);
  const Program program = Program::parse(builder.build(), "test.elf", Analysis::kFlat);
  Outcome outcome;
  FlatMachine machine(program, [&](unsigned, std::string_view bytes) { outcome.output += bytes; });
  try {
    outcome.status = machine.run(limit);
  } catch (const Trap& trap) {
    outcome.error = trap.what();
  }
  return outcome;
}

TEST(FlatMachine, WritesAndExits) {
  const Outcome outcome = run(
      {lui(11, 0x20000), addi(12, 0, 3), addi(10, 0, 1), addi(17, 0, 64), kEcall, addi(17, 0, 93), kEcall});
  EXPECT_EQ(outcome.output, "hi\n");
  EXPECT_EQ(outcome.status, 3u) << "write returns the number of bytes";
}

TEST(FlatMachine, SeesChangedCodeAfterFenceI) {
  // Runs `addi a0, x0, 1` at 0x10014, overwrites it with `addi a0, a0, 4` and runs it again.
  const std::vector<Word> code = {lui(5, 0x10000),
                                  lui(6, addi(10, 10, 4) + 0x800),
                                  addi(6, 6, static_cast<std::int32_t>(addi(10, 10, 4) << 20) >> 20),
                                  addi(7, 0, 2),
                                  kNop,
                                  addi(10, 0, 1),
                                  s_type(0x23, 2, 5, 6, 0x14),
                                  0x0000100f,
                                  addi(7, 7, -1),
                                  branch(1, 7, 0, -16),
                                  addi(17, 0, 93),
                                  kEcall};
  EXPECT_EQ(run(code).status, 5u);
}

TEST(FlatMachine, ErrorsAreOneLineWithThePc) {
  EXPECT_EQ(run({kNop, 0}).error, "test.elf: illegal instruction 0x0 at pc 0x10004");
  EXPECT_EQ(run({jal(0, 0)}).error, "test.elf: limit of 10000 instructions reached at pc 0x10000");
  EXPECT_EQ(run({addi(17, 0, 5), kEcall}).error, "test.elf: unknown ecall a7 = 5 at pc 0x10004");
  EXPECT_EQ(run({addi(10, 0, 3), addi(17, 0, 64), kEcall}).error,
            "test.elf: write to file descriptor 3, which is not 1 or 2, at pc 0x10008");
  EXPECT_EQ(run({kEbreak}).error, "test.elf: ebreak at pc 0x10000");
  EXPECT_EQ(run({i_type(0x03, 2, 1, 0, 8)}).error,
            "test.elf: load from 0x8, which is not mapped, at pc 0x10000");
  EXPECT_EQ(run({s_type(0x23, 2, 0, 1, 8)}).error,
            "test.elf: store to 0x8, which is not mapped, at pc 0x10000");
  EXPECT_EQ(run({addi(5, 0, 2), jalr(0, 5, 0)}).error, "test.elf: jump to a misaligned address at pc 0x2");
  EXPECT_EQ(run({jalr(0, 0, 0)}).error, "test.elf: no memory to execute at pc 0x0");
  EXPECT_EQ(run({addi(5, 2, 2), r_type(0x2f, 2, 0, 6, 5, 0)}).error.find("misaligned") != std::string::npos,
            true);
  EXPECT_EQ(
      run({kTxBegin}).error,
      "test.elf: transactions, barriers and exchanges need a GPU; there is only one lane here at pc 0x10000");
}

TEST(FlatMachine, PerformsAtomicsOfCustom1) {
  // Below sp a value of 64 bits, all ones, to which 1 is added; a0 is the old upper half, less the new one.
  const Word custom1 = 0x2b, kSize64 = 3, kSize8 = 0, kAdd = 0, kCompareAndSwap = 9;
  const std::vector<Word> add = {addi(5, 2, -8),
                                 addi(6, 0, -1),
                                 s_type(0x23, 2, 5, 6, 0),
                                 s_type(0x23, 2, 5, 6, 4),
                                 addi(6, 0, 1),
                                 r_type(custom1, kSize64, kAdd, 10, 5, 6),
                                 i_type(0x03, 2, 12, 5, 4),
                                 r_type(0x33, 0, 0x20, 10, 11, 12),
                                 addi(17, 0, 93),
                                 kEcall};
  EXPECT_EQ(run(add).status, ~Word{0}) << "x7 is 0; the sum is 0";
  // The next byte is 7: swapped for 9, and no other byte is changed.
  const std::vector<Word> swap = {addi(5, 2, -8),
                                  addi(6, 0, 0x707),
                                  s_type(0x23, 2, 5, 6, 0),
                                  addi(6, 0, 7),
                                  addi(7, 0, 9),
                                  addi(5, 5, 1),
                                  r_type(custom1, kSize8, kCompareAndSwap, 10, 5, 6),
                                  i_type(0x03, 2, 10, 5, -1),
                                  addi(17, 0, 93),
                                  kEcall};
  EXPECT_EQ(run(swap).status, 0x907u);
}

TEST(FlatMachine, AccessesCrossPages) {
  // sw across the end of the first page of the segment at 0x20000 (rounded out to a page) fails, inside the
  // stack works.
  const Outcome stack = run({lui(5, 0x7fff0000), addi(5, 5, -2), addi(6, 0, -2), s_type(0x23, 2, 5, 6, 0),
                             i_type(0x03, 1, 10, 5, 0), addi(17, 0, 93), kEcall});
  EXPECT_EQ(stack.status, static_cast<Word>(-2));
  EXPECT_NE(run({lui(5, 0x21000), addi(5, 5, -2), s_type(0x23, 2, 5, 6, 0)}).error.find("not mapped"),
            std::string::npos);
}

}  // namespace
}  // namespace gputm::isa
