// lds_alu against the operations of the RISC-V A extension, all of them, on boundary and random words.
#include <gtest/gtest.h>

#include <algorithm>

#include "Valu.h"
#include "common/module_bench.h"
#include "common/seed.h"

namespace gputm::tb::lds_alu_test {
namespace {

constexpr unsigned kOperations = 11;  // load, store, and nine atomics

std::uint32_t written(unsigned op, std::uint32_t old, std::uint32_t operand, unsigned bytes) {
  const auto a = static_cast<std::int32_t>(old), b = static_cast<std::int32_t>(operand);
  switch (op) {
    case 3:
      return old + operand;
    case 4:
      return old ^ operand;
    case 5:
      return old & operand;
    case 6:
      return old | operand;
    case 7:
      return static_cast<std::uint32_t>(std::min(a, b));
    case 8:
      return static_cast<std::uint32_t>(std::max(a, b));
    case 9:
      return std::min(old, operand);
    case 10:
      return std::max(old, operand);
    case 1: {  // store
      std::uint32_t word = 0;
      for (unsigned byte = 4; byte-- > 0;)
        word = word << 8 | (((bytes >> byte & 1) != 0 ? operand : old) >> 8 * byte & 0xff);
      return word;
    }
    default:  // swap
      return operand;
  }
}

template <typename Model>
bool agrees(std::uint64_t pairs) {
  Rng rng = seeded_rng(62);
  VerilatedContext context;
  context.fatalOnError(false);  // a failed assertion is a difference
  Model dut(&context);
  const auto same = [&](std::uint32_t old, std::uint32_t operand) {
    for (unsigned op = 0; op < kOperations; ++op) {
      drive(dut.op_i, op);
      dut.old_i = old;
      dut.operand_i = operand;
      const auto bytes = static_cast<unsigned>(below(rng, 16));
      drive(dut.bytes_i, bytes);
      dut.eval();
      if (dut.write_o != (op != 0)) return false;
      if (op != 0 && dut.new_o != written(op, old, operand, bytes)) return false;
    }
    return true;
  };
  constexpr std::uint32_t kEdges[] = {0,          1,          2,          0x7ffffffe, 0x7fffffff,
                                      0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
  for (const std::uint32_t a : kEdges) {
    for (const std::uint32_t b : kEdges) {
      if (!same(a, b)) return false;
    }
  }
  for (std::uint64_t i = 0; i < pairs; ++i) {
    const auto word = static_cast<std::uint32_t>(rng());
    if (!same(word, static_cast<std::uint32_t>(rng())) ||
        !same(word, word + static_cast<std::uint32_t>(below(rng, 3)) - 1)) {
      return false;
    }
  }
  return !context.gotError();
}

TEST(LdsAlu, IsRiscV) { EXPECT_TRUE(agrees<Valu>(run_length(100000))); }

}  // namespace
}  // namespace gputm::tb::lds_alu_test
