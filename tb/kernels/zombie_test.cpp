// A doomed transaction with an error aborts; one with consistent reads ends the run, with place and reason in
// one line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "common/small_machine.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "isa/program.h"
#include "zombies.h"

namespace gputm {
namespace {

struct Zombie {
  const char* name;
  Wrong how;
  const char* message;  ///< if it is not doomed
};

void PrintTo(const Zombie& zombie, std::ostream* out) { *out << zombie.name; }

constexpr Zombie kZombies[] = {
    {"CallOutside", Wrong::kCallOutside, "jump to 0x00000040, where the program has no instruction at "},
    {"CallData", Wrong::kCallData, "where the program has no instruction at "},
    {"CallMisaligned", Wrong::kCallMisaligned,
     "jump to 0x80000002, where the program has no instruction at "},
    {"ReturnToNowhere", Wrong::kReturnToNowhere,
     "jump to 0x00000044, where the program has no instruction at "},
    {"Trap", Wrong::kTrap, "ebreak at "},
    {"Illegal", Wrong::kIllegal, "illegal instruction 0x00000000 at "},
    {"UnknownCsr", Wrong::kUnknownCsr, "unknown CSR"},
    {"ReadOnlyCsr", Wrong::kReadOnlyCsr, "write to a read-only CSR"},
    {"RoundingMode", Wrong::kRoundingMode, "rounding mode"},
    {"Atomic", Wrong::kAtomic, "atomic instruction inside a transaction at "},
    {"LoadReserved", Wrong::kLoadReserved, "atomic instruction inside a transaction at "},
    {"Exit", Wrong::kExit, "ecall inside a transaction at "},
    {"SystemCall", Wrong::kSystemCall, "ecall inside a transaction at "},
    {"Barrier", Wrong::kBarrier, "barrier inside a transaction at "},
    {"LoadNull", Wrong::kLoadNull, "4-byte access to 0x00000000, which is not allocated at "},
    {"StoreMisaligned", Wrong::kStoreMisaligned, "misaligned 4-byte access"},
    {"StoreText", Wrong::kStoreText, "store to program text"},
    {"StoreShared", Wrong::kStoreShared, "shared-memory store inside a transaction at "},
    {"Recursion", Wrong::kRecursion, "stack overflow"},
    {"FullLog", Wrong::kFullLog, "a transaction log is full"},
    {"ForEver", Wrong::kForEver, "stuck"},
};

class Zombies : public ::testing::TestWithParam<std::tuple<const char*, Zombie>> {
 protected:
  /// Two blocks of eight threads, each on a core; returns the two words.
  std::array<Word, 2> run(bool always) {
    const auto& [system, zombie] = GetParam();
    MachineConfig machine = testing::small_machine(2);
    machine.tx.log_entries = 64;
    machine.tx.watchdog_cycles = 20'000;
    machine.run.max_stuck_cycles = 50'000;
    gpu::Gpu gpu(machine, engines::make_system(system, machine));
    const isa::Program program = isa::Program::load(ZOMBIES_ELF, isa::Program::Analysis::kKernels);
    const Address words = gpu.allocate(65 * sizeof(Word));
    const std::vector<Word> arguments{words, static_cast<Word>(zombie.how), always};
    result_ = gpu.launch(program, "zombie", {.blocks = 2, .threads = 8, .shared_bytes = 64}, arguments);
    const auto found = gpu.download<Word>(words, 65);
    return {found[0], found[64]};
  }
  gpu::LaunchResult result_;
};

TEST_P(Zombies, Abort) {
  EXPECT_EQ(run(false), (std::array<Word, 2>{16, 16}));
  EXPECT_EQ(result_.history, "pass");
  // Under these no attempt goes on with values that were never in memory together.
  const std::string system = std::get<0>(GetParam());
  const bool dooms = system != "serial" && system != "getm";
  EXPECT_EQ(result_.transactions.watchdog_aborts != 0, dooms) << "the test shows nothing";
}

TEST_P(Zombies, EndTheRunWhenTheyAreNone) {
  try {
    run(true);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(std::get<1>(GetParam()).message));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("+0x")) << "no function";
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Zombies,
                         ::testing::Combine(::testing::Values("ideal", "kilo", "warptm", "getm", "serial"),
                                            ::testing::ValuesIn(kZombies)),
                         [](const auto& test) {
                           return std::string(std::get<0>(test.param)) + "_" + std::get<1>(test.param).name;
                         });

}  // namespace
}  // namespace gputm
