// Packets, breakpoints and stops of a session with gdb, with a warp that the test makes up.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <random>

#include "debug/condition.h"
#include "debug/gdb_packet.h"
#include "debug/gdb_session.h"

namespace gputm::debug {
namespace {

/// Lanes with their number in x10, times 16; 32 bytes of memory from address 0x100 on, which hold their index
class MadeUp final : public Target {
 public:
  explicit MadeUp(LaneMask lanes) : lanes_(lanes) {
    for (unsigned i = 0; i < memory_.size(); ++i) memory_[i] = std::byte(i);
  }
  void set_lanes(LaneMask lanes) { lanes_ = lanes; }

  isa::Xlen xlen() const override { return isa::Xlen::k32; }
  LaneMask lanes() const override { return lanes_; }
  std::string describe(unsigned lane) const override { return std::string(1, static_cast<char>('a' + lane)); }
  std::uint64_t read_register(unsigned lane, unsigned number) const override {
    return number == written_ ? value_ : number == 10 ? 16 * lane : 0x100 + number;
  }
  bool write_register(unsigned, unsigned number, std::uint64_t value) override {
    written_ = number;
    value_ = value;
    return number != kPc;
  }
  bool read(unsigned, std::uint64_t address, std::span<std::byte> bytes) const override {
    if (!there(address, bytes.size())) return false;
    std::copy_n(memory_.begin() + (address - 0x100), bytes.size(), bytes.begin());
    return true;
  }
  bool write(unsigned, std::uint64_t address, std::span<const std::byte> bytes) override {
    if (!there(address, bytes.size())) return false;
    std::ranges::copy(bytes, memory_.begin() + (address - 0x100));
    return true;
  }

 private:
  bool there(std::uint64_t address, std::size_t bytes) const {
    return address >= 0x100 && address <= 0x120 && bytes <= 0x120 - address;
  }
  LaneMask lanes_;
  std::array<std::byte, 32> memory_{};
  unsigned written_ = ~0U;
  std::uint64_t value_ = 0;
};

struct SessionTest : testing::Test {
  std::string answer(std::string_view text) { return session.answer(text).text.value_or("none"); }
  void go(std::string_view actions) { EXPECT_EQ(session.answer(actions).next, Next::kRun) << actions; }

  MadeUp target{0b1011};
  Session session{target, "/tmp/program.elf"};
};

TEST(Packets, AreSplitAndTheirSumsChecked) {
  EXPECT_EQ(packet("OK"), "$OK#9a");  // 'O' + 'K' = 0x9a
  PacketReader reader;
  reader.add("+$m0,");
  EXPECT_FALSE(reader.next());
  reader.add("4#fd\3$OK#9b");
  EXPECT_EQ(reader.next()->payload, "m0,4");
  EXPECT_EQ(reader.next()->kind, PacketReader::Kind::kInterrupt);
  EXPECT_EQ(reader.next()->kind, PacketReader::Kind::kDamaged);
  EXPECT_FALSE(reader.next());
  reader.add("$" + std::string(PacketReader::kMostBytes, 'x'));
  EXPECT_EQ(reader.next()->kind, PacketReader::Kind::kDamaged);
  EXPECT_FALSE(reader.next());
}

TEST_F(SessionTest, ThreadsAreTheLanesThatHaveNotEnded) {
  EXPECT_EQ(answer("qfThreadInfo"), "m1,2,4");
  EXPECT_EQ(answer("qThreadExtraInfo,4"), "64");  // 'd'
  EXPECT_EQ(answer("T2"), "OK");
  for (const char* wrong : {"T3", "T0", "T41", "Hg3", "qThreadExtraInfo,3"})
    EXPECT_EQ(answer(wrong), "E01") << wrong;
  target.set_lanes(0);
  EXPECT_EQ(answer("?"), "W00");
  EXPECT_EQ(answer("g"), "E01");
}

TEST_F(SessionTest, RegistersAndMemoryAreOfTheChosenThread) {
  EXPECT_EQ(answer("Hg4"), "OK");
  const std::string registers = answer("g");
  EXPECT_EQ(registers.size(), 65u * 8);
  EXPECT_EQ(registers.substr(10 * 8, 8), "30000000");
  EXPECT_EQ(registers.substr(32 * 8, 8), "20010000");
  EXPECT_EQ(answer("Pa=78563412"), "OK");
  EXPECT_EQ(answer("g").substr(10 * 8, 8), "78563412");
  EXPECT_EQ(answer("P20=00000000"), "E01");  // the pc
  EXPECT_EQ(answer("m101,3"), "010203");
  EXPECT_EQ(answer("M101,2:abCD"), "OK");
  EXPECT_EQ(answer("m100,4"), "00abcd03");
  for (const char* wrong :
       {"mff,1", "m11f,2", "m", "m,", "m100", "M100,2:ab", "M100,1:a", "M100,1:xy", "Pa=00", "P41=00000000"})
    EXPECT_EQ(answer(wrong), "E01") << wrong;
}

TEST_F(SessionTest, ABreakpointStopsTheThreadInFocusIfItIsThere) {
  EXPECT_EQ(answer("Z0,1000,4"), "OK");
  go("vCont;s:2;c:-1");
  EXPECT_TRUE(session.stops_at(0b0010, 0x500));
  EXPECT_EQ(session.stopped(Signal::kTrap), "T05thread:2;");
  go("vCont;c");
  EXPECT_FALSE(session.stops_at(0b1011, 0x500));
  EXPECT_TRUE(session.stops_at(0b1001, 0x1000));
  EXPECT_EQ(session.stopped(Signal::kTrap), "T05thread:1;");
  EXPECT_EQ(answer("Z0,1004,4"), "OK");
  go("vCont;s:1");  // as gdb steps from a breakpoint that it does not care for: it expects this thread alone
  EXPECT_FALSE(session.stops_at(0b0010, 0x1000));
  EXPECT_TRUE(session.stops_at(0b1011, 0x1004));
  EXPECT_EQ(session.stopped(Signal::kTrap), "T05thread:1;");
  go("vCont;c");
  EXPECT_TRUE(session.stops_at(0b1011, 0x1000));
  EXPECT_EQ(session.stopped(Signal::kTrap), "T05thread:2;");
  EXPECT_EQ(answer("z0,1000,4"), "OK");
  go("vCont;C05:4");
  EXPECT_FALSE(session.stops_at(0b1011, 0x1000));
  for (const char* wrong : {"vCont", "vCont;", "vCont;x", "vCont;s:3", "vCont;c:1;", "vCont;c:1x"})
    EXPECT_EQ(answer(wrong), "E01") << wrong;
}

TEST_F(SessionTest, AConditionIsEvaluatedForEachThread) {
  // x10 == 0x30: lane 3 alone. reg 10, const8 0x30, equal, end.
  EXPECT_EQ(answer("Z0,1000,4;X7,26000a22301327"), "OK");
  EXPECT_FALSE(session.stops_at(0b0011, 0x1000));
  EXPECT_TRUE(session.stops_at(0b1011, 0x1000));
  EXPECT_EQ(session.stopped(Signal::kTrap), "T05thread:4;");
  EXPECT_EQ(answer("Z0,1000,4;X8,26000a"), "E01");
}

TEST(Conditions, AreComputedAsInC) {
  const MadeUp target(1);
  const auto value_is = [&](std::string code, std::uint64_t value) {
    code += '\x25';  // const64, equal, end
    for (int shift = 56; shift >= 0; shift -= 8) code += static_cast<char>(value >> shift);
    return holds(code + "\x13\x27", target, 0) && !holds(code + "\x13\x0e\x27", target, 0);
  };
  using namespace std::string_literals;
  const std::string minus7 = "\x22\xf9\x16\x08"s, two = "\x22\x02"s;  // const8, ext
  EXPECT_TRUE(value_is(minus7 + two + "\x05", static_cast<std::uint64_t>(-3)));
  EXPECT_TRUE(value_is(minus7 + two + "\x07", static_cast<std::uint64_t>(-1)));
  EXPECT_TRUE(value_is(minus7 + two + "\x0a", static_cast<std::uint64_t>(-2)));
  EXPECT_TRUE(value_is(minus7 + two + "\x03", static_cast<std::uint64_t>(-9)));
  EXPECT_TRUE(value_is(minus7 + two + "\x14", 1));
  EXPECT_TRUE(value_is(minus7 + two + "\x15", 0));
  EXPECT_TRUE(value_is(minus7 + "\x2a\x08", 0xf9));                          // zero_ext
  EXPECT_TRUE(value_is("\x23\x01\x04\x18"s, 0x0504));                        // const16 0x104, ref16
  EXPECT_TRUE(value_is(two + "\x28\x04", 4));                                // dup, mul
  EXPECT_TRUE(value_is("\x22\x09"s + two + "\x2b\x03", std::uint64_t(-7)));  // swap, sub
  EXPECT_TRUE(value_is("\x22\x01\x20\x00\x07\x27\x27\x22\x05"s, 5));         // if_goto over two ends
}

TEST(Conditions, ThatCannotBeComputedHold) {
  using namespace std::string_literals;
  const MadeUp target(1);
  // nothing, no end, empty stack, unknown code, register 65, address 0, division by 0, endless loop
  for (const std::string& code :
       {""s, "\x22\x00"s, "\x27"s, "\x02\x27"s, "\x33\x27"s, "\x26\x00\x41\x27"s, "\x22\x00\x17\x27"s,
        "\x22\x00\x22\x00\x05\x27"s, "\x21\x00\x00"s, "\x21\x0f\x00"s})
    EXPECT_TRUE(holds(code, target, 0));
}

TEST_F(SessionTest, SurvivesWhateverComes) {
  std::mt19937 random(7);
  std::string alphabet = "?qQgPmMZzHTvDk0123456789abcdefX,;:=-Cont";
  alphabet += '\0';
  const auto any = [&](std::size_t below) { return static_cast<std::size_t>(random() % below); };
  PacketReader reader;
  for (int round = 0; round < 20'000; ++round) {
    std::string text(any(24), ' ');
    for (char& c : text) c = any(8) == 0 ? static_cast<char>(any(256)) : alphabet[any(alphabet.size())];
    session.answer(text);
    session.stops_at(0b1011, static_cast<Address>(any(256)));
    reader.add(packet(text) + text);
    while (reader.next()) {
    }
  }
}

}  // namespace
}  // namespace gputm::debug
