// The text of random instructions is that of objdump; gputm's own have the names of the documentation.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <vector>

#include "common/seed.h"
#include "isa/decode.h"
#include "isa/disassembler.h"
#include "isa/rv32_encodings.h"
#include "isa/rv64_encodings.h"

namespace gputm {
namespace {

using isa::Xlen;

constexpr Address kBase = 0x10000000;
constexpr unsigned kWordsOfRow = 50;

bool is_custom(Word raw) { return (raw & 0x7f) == 0x0b || (raw & 0x7f) == 0x2b; }

/// Conversions to format D that need no rounding: objdump knows them with the first mode alone, which it does
/// not print.
bool is_exact(const isa::Encoding& row) {
  using enum isa::Op;
  return (row.operands & isa::kDoubleFormat) != 0 &&
         (row.op == kFcvtFF || row.op == kFcvtFW || row.op == kFcvtFWu);
}

/// Legal words of each instruction that objdump knows.
std::vector<Word> random_words(Xlen xlen) {
  std::vector<Word> words;
  tb::Rng rng = tb::seeded_rng(50);
  const auto add = [&](const auto& rows) {
    for (const isa::Encoding& row : rows) {
      for (unsigned i = 0; i < kWordsOfRow && !is_custom(row.match); ++i) {
        Word raw = row.match | (static_cast<Word>(rng()) & ~row.mask);
        // The other bits are reserved, and objdump has no text for a fence that orders nothing.
        if (row.op == isa::Op::kFence) raw = (raw & 0x0ff0000f) | 0x01100000;
        if (is_exact(row)) raw &= ~Word{0x7000};
        if (row.op == isa::Op::kFenceI) raw = row.match;
        if (isa::decode(raw, xlen).op != isa::Op::kIllegal) words.push_back(raw);
      }
    }
  };
  add(isa::kRv32Encodings);
  if (xlen == Xlen::k64) add(isa::kRv64Encodings);
  return words;
}

/// Numbers in decimal, no blanks between operands, CSRs without their names, conversions without the first
/// rounding mode.
std::string plain(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool begins = i == 0 || std::string_view(" ,(").find(text[i - 1]) != std::string_view::npos;
    char* end = nullptr;
    const long long number = std::strtoll(text.c_str() + i, &end, 0);
    const std::size_t length = static_cast<std::size_t>(end - text.c_str()) - i;
    if (begins && length != 0 && text[i] != ' ') {
      result += std::to_string(number);
      i += length;
    } else {
      if (text[i] != ' ' || i == 0 || text[i - 1] != ',') result += text[i];
      ++i;
    }
  }
  if (result.starts_with("csr")) result = std::regex_replace(result, std::regex(",[a-z0-9]+,"), ",csr,");
  if (result.starts_with("fcvt.d.")) result = std::regex_replace(result, std::regex(",rne"), "");
  return result;
}

std::vector<std::string> objdump(const std::vector<Word>& words, Xlen xlen) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("words" + std::to_string(getpid()));
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(4 * words.size()));
  const std::string command = std::string(GPUTM_OBJDUMP) +
                              " -D -z -b binary -M no-aliases --adjust-vma=" + std::to_string(kBase) +
                              " -m riscv:rv" + (xlen == Xlen::k64 ? "64 " : "32 ") + file.string();
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::vector<std::string> texts;
  const std::regex line(R"( *[0-9a-f]+:\t[0-9a-f]+ +\t([^\t\n]+)\t?([^ \n]*).*\n)");
  for (char buffer[256]; fgets(buffer, sizeof buffer, pipe.get()) != nullptr;) {
    std::cmatch found;
    if (std::regex_match(buffer, found, line))
      texts.push_back(found[1].str() + (found[2].length() != 0 ? " " + found[2].str() : ""));
  }
  std::filesystem::remove(file);
  return texts;
}

class Disassembler : public ::testing::TestWithParam<Xlen> {};

TEST_P(Disassembler, AgreesWithObjdump) {
  const std::vector<Word> words = random_words(GetParam());
  const std::vector<std::string> expected = objdump(words, GetParam());
  ASSERT_EQ(expected.size(), words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Address pc = kBase + static_cast<Address>(4 * i);
    EXPECT_EQ(plain(isa::assembly(isa::decode(words[i], GetParam()), pc, GetParam())), plain(expected[i]))
        << std::hex << words[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, Disassembler, ::testing::Values(Xlen::k32, Xlen::k64));

TEST(DisassemblerOfOwn, HasTheNamesOfTheDocumentation) {
  const auto text = [](Word raw) { return isa::assembly(isa::decode(raw), 0, Xlen::k32); };
  EXPECT_EQ(text(0x8000000b), "tx.begin zero");
  EXPECT_EQ(text(0x8000050b), "tx.begin a0");
  EXPECT_EQ(text(0x8000100b), "tx.commit");
  EXPECT_EQ(text(0x8000200b), "tx.abort");
  EXPECT_EQ(text(0x8000300b), "tx.retry");
  EXPECT_EQ(text(0x0205850b), "ballot a0, a1");
  EXPECT_EQ(text(0x0205950b), "ballot.high a0, a1");
  EXPECT_EQ(text(0x02c5a50b), "shuffle a0, a1, a2");
  EXPECT_EQ(isa::assembly(isa::decode(0x04c5850b, Xlen::k64), 0, Xlen::k64), "ballot.mask a0, a1, a2");
  EXPECT_EQ(isa::assembly(isa::decode(0x04c5a50b, Xlen::k64), 0, Xlen::k64), "shuffle.mask a0, a1, a2");
  EXPECT_EQ(text(0x04c5850b), "illegal 0x04c5850b") << "in RV32";
  EXPECT_EQ(text(0x0000400b), "barrier zero, zero");
  EXPECT_EQ(text(0x00c5852b), "atomic.add.b a0, a2, (a1)");
  EXPECT_EQ(text(0x12c5a52b), "atomic.cas.w a0, a2, (a1)");
  EXPECT_EQ(text(0x14c5a52b), "atomic.fadd.w a0, a2, (a1)");
  EXPECT_EQ(text(0), "illegal 0x00000000");
}

}  // namespace
}  // namespace gputm
