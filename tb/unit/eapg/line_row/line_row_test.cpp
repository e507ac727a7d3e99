// line_row against the model's hash, and what makes it one: the lines of a block as long as the table have a
// row each.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>

#include "Vline_row.h"
#include "common/clocked.h"
#include "common/seed.h"
#include "engines/eapg/signature.h"

namespace gputm::tb::line_row_test {
namespace {

constexpr unsigned kRows = 512, kLineBytes = 128;

unsigned row_of(Vline_row& dut, std::uint32_t line) {
  drive(dut.line_i, line);
  dut.eval();
  return dut.row_o;
}

TEST(LineRow, IsThatOfTheModel) {
  Rng rng = seeded_rng(31);
  VerilatedContext context;
  Vline_row dut(&context);
  for (int i = 0; i < 10'000; ++i) {
    const auto line = static_cast<std::uint32_t>(below(rng, 1u << 25));
    ASSERT_EQ(row_of(dut, line), engines::eapg::place_of(line * kLineBytes, kRows).row) << line;
  }
}

TEST(LineRow, SpreadsNeighboursAndStrides) {
  VerilatedContext context;
  Vline_row dut(&context);
  for (const std::uint32_t stride : {1U, kRows, kRows * kRows}) {
    std::set<unsigned> rows;
    for (std::uint32_t i = 0; i < 128; ++i) rows.insert(row_of(dut, 77 * kRows + i * stride));
    EXPECT_EQ(rows.size(), 128u) << stride;
  }
}

}  // namespace
}  // namespace gputm::tb::line_row_test
