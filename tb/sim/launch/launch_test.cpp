// User input and file contents, without a launch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <sstream>

#include "common/seed.h"
#include "gpu/calling_convention.h"
#include "gpu/kernel_signature.h"
#include "gpu/message_format.h"
#include "launch/argument_text.h"
#include "launch/csv_file.h"
#include "launch/npy_file.h"

namespace gputm::launch {
namespace {

using gpu::Argument;
using gpu::ValueType;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <typename F>
std::string message_of(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// Mangled names as GCC generates them.
TEST(Signature, IsReadFromMangledNames) {
  const auto text = [](const char* symbol) {
    return gpu::parse_signature(symbol, isa::Xlen::k32).value().text();
  };
  EXPECT_EQ(text("_Z5saxpymfPKfPf"), "saxpy(u32, f32, const f32*, f32*)");
  EXPECT_EQ(text("_Z1kv"), "k()");
  EXPECT_EQ(text("_Z1khatsjlyxdbw"), "k(u8, i8, u16, i16, u32, i32, u64, i64, f64, bool, i32)");
  EXPECT_EQ(text("_ZN5lists6insertEPNS_4NodeERK5Pointi"), "lists::insert(lists::Node*, const Point&, i32)");
  EXPECT_EQ(text("_Z4fillIfEvPT_S0_"), "fill<float>(f32*, f32)");
  EXPECT_EQ(text("_Z1kPPmPFvvE"), "k(u32**, void (*)())");
  EXPECT_EQ(text("_ZN12_GLOBAL__N_14swapEPNS_4NodeES1_"), "swap(Node*, Node*)");
  EXPECT_FALSE(gpu::parse_signature("main", isa::Xlen::k32));
  EXPECT_FALSE(gpu::parse_signature("_Znonsense", isa::Xlen::k32));
  EXPECT_FALSE(gpu::parse_signature("_ZTV4Node", isa::Xlen::k32)) << "no function";
  const auto kernel = gpu::parse_signature("_Z1kPKfP4NodePPm", isa::Xlen::k32).value();
  EXPECT_EQ(kernel.parameters->at(0).element, ValueType::kF32);
  EXPECT_EQ(kernel.parameters->at(1).element, std::nullopt);
  EXPECT_EQ(kernel.parameters->at(2).element, std::nullopt) << "pointers are no numbers";
}

TEST(Signature, LongHas64BitsInRv64) {
  const auto text = [](const char* symbol) {
    return gpu::parse_signature(symbol, isa::Xlen::k64).value().text();
  };
  EXPECT_EQ(text("_Z1ktsjlmyxdb"), "k(u16, i16, u32, i64, u64, u64, i64, f64, bool)");
  EXPECT_EQ(text("_Z1kPm"), "k(u64*)");
}

TEST(Signature, ChecksArguments) {
  const auto check = [](const char* symbol, std::vector<Argument> arguments) {
    return message_of(
        [&] { gpu::check_arguments(gpu::parse_signature(symbol, isa::Xlen::k32).value(), arguments); });
  };
  EXPECT_EQ(check("_Z1kmPf", {7U, gpu::pointer(0)}), "no error");
  EXPECT_EQ(check("_Z1kmPf", {7U}), "kernel k(u32, f32*): 1 argument given, 2 wanted");
  EXPECT_EQ(check("_Z1kmPf", {7, gpu::pointer(0)}),
            "kernel k(u32, f32*): argument 1 is a i32, and the parameter a u32");
  EXPECT_EQ(check("_Z1k5Point", {7}),
            "kernel k(Point): parameter 1 is 'Point'; only numbers and pointers can be passed");
}

// The RISC-V calling convention, ilp32f.
TEST(CallingConvention, RegistersThenStack) {
  const std::vector<Argument> arguments = {
      1, 1.0f, 2, -3, 4, 5, 6, 7, std::uint64_t{0x1'0000'0002}, 9, 2.0, std::int8_t{-1}};
  const core::ThreadStart start = gpu::place_arguments(arguments, isa::Xlen::k32);
  EXPECT_THAT(start.integers, ElementsAre(1, 2, static_cast<Word>(-3), 4, 5, 6, 7, 2));
  EXPECT_EQ(start.floats[0], 0x3f800000u);
  // The upper half of the ninth, the tenth, and the double at a multiple of 8.
  EXPECT_THAT(start.stack, ElementsAre(1, 9, 0, 0x40000000, static_cast<Word>(-1)));
}

TEST(CallingConvention, FloatsWithoutRegisterGoToIntegers) {
  const core::ThreadStart start = gpu::place_arguments(std::vector<Argument>(10, 1.0f), isa::Xlen::k32);
  for (const isa::Wide value : start.floats) EXPECT_EQ(value, 0x3f800000u);
  EXPECT_THAT(start.integers, ElementsAre(0x3f800000, 0x3f800000, 0, 0, 0, 0, 0, 0));
}

// The RISC-V calling convention, lp64d.
TEST(CallingConvention, Rv64HasOneRegisterOrEightBytesOfStackForEach) {
  const std::vector<Argument> arguments = {1.0f,
                                           2.0,
                                           std::uint32_t{0xffffffff},
                                           std::uint8_t{0xff},
                                           -1,
                                           gpu::pointer(0xf0000000),
                                           5,
                                           6,
                                           7,
                                           8,
                                           std::uint64_t{1} << 40,
                                           1.5f};
  const core::ThreadStart start = gpu::place_arguments(arguments, isa::Xlen::k64);
  constexpr isa::Wide kOnes = ~isa::Wide{0};
  EXPECT_EQ(start.floats[0], 0xffffffff3f800000u) << "boxed";
  EXPECT_EQ(start.floats[1], 0x4000000000000000u);
  EXPECT_EQ(start.floats[2], 0xffffffff3fc00000u);
  EXPECT_THAT(start.integers, ElementsAre(kOnes, 0xffu, kOnes, 0xf0000000u, 5, 6, 7, 8))
      << "u32: sign-extended";
  EXPECT_THAT(start.stack, ElementsAre(0, 0x100));
}

template <typename T>
gpu::ObjectArgument object(const T& value, isa::ParameterType type) {
  type.bytes = sizeof value;
  return {type, std::as_bytes(std::span(&value, 1))};
}
const isa::ParameterType kSigned{.is_signed = true, .fields = {{0, 4, false}}};
const isa::ParameterType kDouble{.fields = {{0, 8, true}}};
const isa::ParameterType kBytes{.is_structure = true, .fields = {}};

TEST(CallingConvention, ObjectsOfOneOrTwoNumbersHaveRegistersOfTheirKinds) {
  struct Mixed {
    float real;
    std::int16_t integer;
  };
  const Mixed mixed{1.0f, -2};
  const std::array<float, 2> two{1.5f, 2.0f};
  const isa::ParameterType mixed_type{.is_structure = true, .fields = {{0, 4, true}, {4, 2, false}}};
  const isa::ParameterType two_type{.is_structure = true, .fields = {{0, 4, true}, {4, 4, true}}};
  const core::ThreadStart start =
      gpu::place_objects(std::vector{object(mixed, mixed_type), object(two, two_type), object(-3, kSigned)});
  EXPECT_EQ(start.floats[0], 0xffffffff3f800000u);
  EXPECT_EQ(start.floats[1], 0xffffffff3fc00000u);
  EXPECT_EQ(start.floats[2], 0xffffffff40000000u);
  EXPECT_EQ(start.integers[0], 0xfffeu);
  EXPECT_EQ(start.integers[1], ~isa::Wide{2});
  EXPECT_TRUE(start.stack.empty());
}

TEST(CallingConvention, ObjectsWithoutRegistersOfTheirKindsGoByTheirBytes) {
  const std::vector<double> doubles(7, 1.0);
  std::vector<gpu::ObjectArgument> arguments;
  for (const double& value : doubles) arguments.push_back(object(value, kDouble));
  const std::array<float, 2> two{1.5f, 2.0f};  // one register is left
  const isa::ParameterType two_type{.is_structure = true, .fields = {{0, 4, true}, {4, 4, true}}};
  arguments.push_back(object(two, two_type));
  const double last = 2.0, beyond = 3.0;
  arguments.push_back(object(last, kDouble));
  arguments.push_back(object(beyond, kDouble));
  const core::ThreadStart start = gpu::place_objects(arguments);
  EXPECT_EQ(start.floats[7], 0x4000000000000000u);
  EXPECT_THAT(start.integers, ElementsAre(0x400000003fc00000u, 0x4008000000000000u, 0, 0, 0, 0, 0, 0));
}

TEST(CallingConvention, ObjectsOfSixteenBytesMaySpanRegistersAndStack) {
  const std::array<std::uint64_t, 2> pair{11, 12};
  isa::ParameterType aligned = kBytes;
  aligned.alignment = 16;
  const std::int64_t one = 1;
  std::vector<gpu::ObjectArgument> arguments(7, object(one, kSigned));
  arguments.push_back(object(pair, aligned));
  arguments.push_back(object(pair, aligned));
  const core::ThreadStart start = gpu::place_objects(arguments);
  EXPECT_EQ(start.integers[7], 11u);
  EXPECT_THAT(start.stack, ElementsAre(12, 0, 0, 0, 11, 0, 12, 0)) << "the second is aligned to 16 bytes";
}

TEST(CallingConvention, LargeObjectsAreCopiesOnTheStack) {
  const std::array<std::uint32_t, 5> large{1, 2, 3, 4, 5};
  const std::uint8_t counted = 9;
  isa::ParameterType by_reference = kBytes;
  by_reference.by_reference = true;
  std::vector<gpu::ObjectArgument> arguments(8, object(large, kBytes));
  arguments.push_back(object(counted, by_reference));
  const core::ThreadStart start = gpu::place_objects(arguments);
  ASSERT_EQ(start.references.size(), 9u);
  EXPECT_EQ(start.integers[0], 16u) << "bytes from sp, behind the pointer without a register";
  EXPECT_EQ(start.integers[1], 48u);
  EXPECT_EQ(start.stack[0], 16u + 8 * 32u);
  EXPECT_EQ(start.stack[4], 1u);
  EXPECT_EQ(start.stack[8], 5u);
  EXPECT_EQ(start.stack[(16 + 8 * 32) / 4], 9u);
}

TEST(ArgumentText, Numbers) {
  EXPECT_EQ(parse_argument("u32:0x10").bits, 16u);
  EXPECT_EQ(static_cast<std::int64_t>(parse_argument("i8:-128").bits), -128);
  EXPECT_EQ(parse_argument("u64:18446744073709551615").bits, ~std::uint64_t{0});
  EXPECT_EQ(parse_argument("i64:-9223372036854775808").bits, std::uint64_t{1} << 63);
  EXPECT_EQ(parse_argument("f32:-1.5").bits, 0xbfc00000u);
  EXPECT_EQ(parse_argument("bool:true").bits, 1u);
  const auto error = [](const char* text) { return message_of([&] { parse_argument(text); }); };
  EXPECT_EQ(error("u32:1e3"), "--arg u32:1e3: '1e3' is not a whole number");
  EXPECT_EQ(error("u8:256"), "--arg u8:256: 256 is outside 0..255");
  EXPECT_EQ(error("i16:-32769"), "--arg i16:-32769: -32769 is outside -32768..32767");
  EXPECT_EQ(error("u64:18446744073709551616"),
            "--arg u64:18446744073709551616: 18446744073709551616 is outside 0..18446744073709551615");
  EXPECT_EQ(error("f32:1e99"), "--arg f32:1e99: 1e99 is outside what a float of its size holds");
  EXPECT_EQ(error("u32:"), "--arg u32:: '' is not a whole number");
  EXPECT_THAT(error("pointer:1"), HasSubstr("use --buffer"));
}

TEST(ArgumentText, Buffers) {
  EXPECT_TRUE(parse_buffer("x:f").read);
  EXPECT_FALSE(parse_buffer("x:f:r").written);
  EXPECT_TRUE(parse_buffer("x:f:rw").written && parse_buffer("x:f:rw").read);
  EXPECT_EQ(parse_buffer("x:f:w:12").bytes, 12u);
  EXPECT_EQ(parse_buffer("x:zero:12").bytes, 12u);
  EXPECT_TRUE(parse_buffer("x:zero:12").file.empty());
  for (const char* text :
       {"", "x", ":f", "x:", "x:zero", "x:zero:1:2", "x:f:w", "x:f:rw:3", "x:f:x", "x:f:w:-1"})
    EXPECT_THAT(message_of([&] { parse_buffer(text); }), HasSubstr("--buffer")) << text;
}

TEST(ArgumentText, Extents) {
  EXPECT_EQ(parse_extent("--grid", "4x2x3"), 24u);
  EXPECT_EQ(parse_extent("--grid", "4x2").text(), "4x2");
  EXPECT_THAT(message_of([] { parse_extent("--grid", "4x0"); }), HasSubstr("0 is outside 1.."));
  EXPECT_FALSE((gpu::Extent{65536, 65536}.within(1U << 31))) << "the product has more than 32 bits";
}

Data words(std::vector<std::size_t> shape) {
  Data data{ValueType::kU32, std::move(shape), {}};
  std::size_t count = 1;
  for (const std::size_t size : data.shape) count *= size;
  for (std::size_t i = 0; i < count; ++i) append_number(data, std::to_string(i * 1000003 % 4294967291));
  return data;
}

TEST(Files, NpyAndCsvComeBackAsTheyWere) {
  for (const std::vector<std::size_t>& shape :
       std::vector<std::vector<std::size_t>>{{0}, {1}, {7}, {3, 4}, {1, 5}, {2, 3, 4}}) {
    const Data data = words(shape);
    std::ostringstream npy, csv;
    write_npy(npy, data);
    const Data from_npy = parse_npy(npy.str());
    EXPECT_EQ(from_npy.bytes, data.bytes);
    EXPECT_EQ(from_npy.shape, data.shape);
    EXPECT_EQ(npy.str().size() % 64, data.bytes.size() % 64) << "numbers begin at a multiple of 64";
    write_csv(csv, data);
    EXPECT_EQ(parse_csv(csv.str(), ValueType::kU32).bytes, data.bytes);
  }
}

TEST(Files, NumbersAreExactInCsv) {
  Data data{ValueType::kF32, {3}, {}};
  for (const char* text : {"0.1", "-inf", "1.17549435e-38"}) append_number(data, text);
  std::ostringstream csv;
  write_csv(csv, data);
  EXPECT_EQ(parse_csv(csv.str(), ValueType::kF32).bytes, data.bytes);
  EXPECT_THAT(message_of([] { parse_csv("1,2\n3,1e3\n", ValueType::kI32); }),
              HasSubstr("line 2, column 2: '1e3' is not a whole number"));
}

TEST(Files, DamagedNpyIsRefused) {
  std::ostringstream text;
  write_npy(text, words({5}));
  tb::Rng random = tb::seeded_rng(1);
  for (std::uint64_t i = 0; i < tb::run_length(3000); ++i) {
    std::string damaged = text.str();
    for (unsigned changes = 1 + static_cast<unsigned>(random() % 3); changes != 0; --changes)
      damaged[random() % 80] = static_cast<char>(random());
    damaged.resize(random() % 4 == 0 ? random() % damaged.size() : damaged.size());
    try {
      const Data data = parse_npy(damaged);
      EXPECT_LE(data.bytes.size(), damaged.size());
    } catch (const Error&) {
    }
  }
}

TEST(MessageFormat, IsThatOfPrintf) {
  const auto text = [](const char* format, std::vector<Word> words) {
    return gpu::format_message(format, words, isa::Xlen::k32);
  };
  EXPECT_EQ(text("%d %u|%5x|%-4o|%+i", {static_cast<Word>(-1), 4000000000, 255, 8, 3}),
            "-1 4000000000|   ff|10  |+3");
  EXPECT_EQ(text("%lld %llx", {static_cast<Word>(-2), ~0U, 1, 2}), "-2 200000001");
  EXPECT_EQ(text("%.2f|%8.1e", {0, 0x3ff80000, 0, 0x40590000}), "1.50| 1.0e+02");
  EXPECT_EQ(text("%s|%c|%p|%%|%hhd", {2, 0x6261, 'x', 0x80000000, 0x1ff}), "ab|x|0x80000000|%|-1");
  EXPECT_EQ(text("%*d|%.*f", {4, 7, 1, 0, 0x3ff80000}), "   7|1.5");
  EXPECT_EQ(text("%d %d", {1}), "1 %d") << "words that are not there";
  EXPECT_EQ(text("%s %q %", {9}), "%s %q %");
}

TEST(MessageFormat, LongAndPointersHaveTwoWordsInRv64) {
  const std::vector<Word> words{1, 2, 3, 0, 4, 0, 5};
  EXPECT_EQ(gpu::format_message("%lx %zu %p %d", words, isa::Xlen::k64), "200000001 3 0x4 5");
}

TEST(MessageFormat, AnyWordsAreSafe) {
  tb::Rng random = tb::seeded_rng(2);
  constexpr std::string_view kLetters = "%%%dsfxlh*.-+ #019cpgnq";
  for (std::uint64_t i = 0; i < tb::run_length(20000); ++i) {
    std::string format;
    for (auto n = random() % 20; n != 0; --n) format += kLetters[random() % kLetters.size()];
    std::vector<Word> words(random() % 8);
    for (Word& word : words) word = static_cast<Word>(random() % 2 == 0 ? random() % 16 : random());
    EXPECT_LT(gpu::format_message(format, words, isa::Xlen::k32).size(), 20'000u) << format;
  }
}

}  // namespace
}  // namespace gputm::launch
