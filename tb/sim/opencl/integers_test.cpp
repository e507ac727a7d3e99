// Functions of integers and conversions of OpenCL, against the host.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>

#include "common/seed.h"
#include "opencl_device.h"

namespace gputm::opencl {
namespace {

__extension__ using Wide = __int128;
constexpr unsigned kWorkItems = 64, kNumbers = 3 * kWorkItems;

Device& device() {
  static Device compiled(OPENCL_TEST_FOLDER "/integers.cl");
  return compiled;
}

/// Name of the type in OpenCL C.
template <typename T>
std::string name() {
  constexpr const char* kNames[] = {"char", "short", "int", "long"};
  return (std::is_unsigned_v<T> ? "u" : "") + std::string(kNames[std::countr_zero(sizeof(T))]);
}

/// Random bits, small numbers, and the ends of the range
template <typename T>
std::vector<T> numbers(tb::Rng& random, std::size_t count) {
  std::vector<T> result;
  for (std::size_t i = 0; i < count; ++i) {
    const T ends[] = {0, 1, static_cast<T>(-1), std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
    const std::uint64_t kind = random() % 4;
    result.push_back(kind == 0   ? ends[random() % 5]
                     : kind == 1 ? static_cast<T>(random() % 64)
                                 : static_cast<T>(random()));
  }
  return result;
}

template <typename T>
T saturated(Wide value) {
  return static_cast<T>(
      std::clamp(value, Wide{std::numeric_limits<T>::min()}, Wide{std::numeric_limits<T>::max()}));
}

template <typename T>
void expect_integers(tb::Rng& random) {
  using U = std::make_unsigned_t<T>;
  constexpr int kBits = 8 * sizeof(T);
  const std::vector<std::function<T(T, T, T)>> references = {
      [](T x, T y, T) { return saturated<T>(Wide{x} + y); },
      [](T x, T y, T) { return saturated<T>(Wide{x} - y); },
      [](T x, T y, T) { return static_cast<T>((Wide{x} + y) >> 1); },
      [](T x, T y, T) { return static_cast<T>((Wide{x} + y + 1) >> 1); },
      [](T x, T y, T) { return static_cast<T>((Wide{x} * y) >> kBits); },
      [](T x, T y, T z) { return static_cast<T>(((Wide{x} * y) >> kBits) + z); },
      [](T x, T y, T z) {
        // Beyond the range of Wide
        if (std::is_unsigned_v<T> && x != 0 && y > std::numeric_limits<T>::max() / x)
          return std::numeric_limits<T>::max();
        return saturated<T>(Wide{x} * y + z);
      },
      [](T x, T y, T) { return std::max(x, y); },
      [](T x, T y, T) { return std::min(x, y); },
      [](T x, T y, T z) { return std::clamp(x, std::min(y, z), std::max(y, z)); },
      [](T x, T y, T) {
        return static_cast<T>(std::rotl(static_cast<U>(x), static_cast<int>(static_cast<U>(y) % kBits)));
      },
      [](T x, T, T) { return static_cast<T>(std::countl_zero(static_cast<U>(x))); },
      [](T x, T, T) { return static_cast<T>(std::countr_zero(static_cast<U>(x))); },
      [](T x, T, T) { return static_cast<T>(std::popcount(static_cast<U>(x))); },
      [](T x, T y, T z) { return static_cast<T>((x & ~z) | (y & z)); },
      [](T x, T y, T) { return x < y ? y : x; },
  };
  const std::vector<T> in = numbers<T>(random, 3 * kNumbers);
  gpu::Gpu& gpu = device().gpu();
  const std::size_t slots = references.size() + 1;
  const Address arguments = gpu.upload(std::span<const T>(in)),
                out = gpu.allocate(slots * kNumbers * sizeof(T)),
                sizes = gpu.allocate(2 * kNumbers * sizeof(T));
  device().launch("integers_" + name<T>(), kWorkItems,
                  {gpu::pointer(arguments), gpu::pointer(out), gpu::pointer(sizes)});
  const auto results = gpu.download<T>(out, slots * kNumbers);
  const auto size = gpu.download<U>(sizes, 2 * kNumbers);
  for (unsigned i = 0; i < kNumbers; ++i) {
    const T x = in[i], y = in[kNumbers + i], z = in[2 * kNumbers + i];
    for (std::size_t f = 0; f < references.size(); ++f)
      ASSERT_EQ(+results[f * kNumbers + i], +references[f](x, y, z))
          << name<T>() << ", function " << f << " of " << +x << ", " << +y << ", " << +z;
    EXPECT_EQ(+results[references.size() * kNumbers + i], +in[i / 3 * 3 + (i + 2) % 3]) << "x.zxy";
    EXPECT_EQ(+size[i], +static_cast<U>(x < 0 ? -Wide{x} : Wide{x}));
    EXPECT_EQ(+size[kNumbers + i], +static_cast<U>(x < y ? Wide{y} - x : Wide{x} - y));
  }
}

TEST(Integers, FunctionsAreThoseOfTheStandard) {
  tb::Rng random = tb::seeded_rng(51);
  expect_integers<std::int8_t>(random);
  expect_integers<std::uint8_t>(random);
  expect_integers<std::int16_t>(random);
  expect_integers<std::uint16_t>(random);
  expect_integers<std::int32_t>(random);
  expect_integers<std::uint32_t>(random);
  expect_integers<std::int64_t>(random);
  expect_integers<std::uint64_t>(random);
}

constexpr int kModes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

/// Numbers of which many are out of range or between two whole ones
template <typename T>
std::vector<T> real_numbers(tb::Rng& random) {
  std::vector<T> result;
  for (unsigned i = 0; i < kNumbers; ++i) {
    const T special[] = {T(0.5),
                         T(-0.5),
                         T(1.5),
                         T(-1.5),
                         T(127.5),
                         T(-128.5),
                         T(255.5),
                         T(2147483647.5),
                         T(1e30),
                         T(-1e30),
                         std::numeric_limits<T>::infinity(),
                         -std::numeric_limits<T>::infinity()};
    const T unit = std::uniform_real_distribution<T>(-1, 1)(random);
    result.push_back(random() % 4 == 0 ? special[random() % 12]
                                       : std::ldexp(unit, static_cast<int>(random() % 70)));
  }
  return result;
}

template <typename T, typename From>
T rounded(From value, int mode) {
  std::fesetround(mode);
  const long double whole = std::nearbyint(static_cast<long double>(value));
  std::fesetround(FE_TONEAREST);
  if (whole <= static_cast<long double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  if (whole >= static_cast<long double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return static_cast<T>(whole);
}

struct Inputs {
  std::vector<float> floats;
  std::vector<double> doubles;
  std::vector<std::int64_t> longs;
};

template <typename T>
void expect_conversions(const Inputs& in) {
  constexpr std::size_t kSlots = 12;
  gpu::Gpu& gpu = device().gpu();
  const Address out = gpu.allocate(kSlots * kNumbers * sizeof(T));
  device().launch("conversions_" + name<T>(), kWorkItems,
                  {gpu::pointer(gpu.upload(std::span<const float>(in.floats))),
                   gpu::pointer(gpu.upload(std::span<const double>(in.doubles))),
                   gpu::pointer(gpu.upload(std::span<const std::int64_t>(in.longs))), gpu::pointer(out)});
  const auto results = gpu.download<T>(out, kSlots * kNumbers);
  const auto expect = [&](std::size_t slot, unsigned i, T value, auto from) {
    EXPECT_EQ(+results[slot * kNumbers + i], +value)
        << name<T>() << ", conversion " << slot << " of " << from;
  };
  for (unsigned i = 0; i < kNumbers; ++i) {
    for (std::size_t mode = 0; mode < 4; ++mode) {
      expect(mode, i, rounded<T>(in.floats[i], kModes[mode]), in.floats[i]);
      expect(4 + mode, i, rounded<T>(in.doubles[i], kModes[mode]), in.doubles[i]);
    }
    const std::int64_t whole = in.longs[i];
    expect(8, i, saturated<T>(whole), whole);
    expect(9, i, static_cast<T>(whole), whole);
    expect(10, i, saturated<T>(static_cast<std::uint64_t>(whole)), whole);
    expect(11, i, rounded<T>(in.doubles[i], FE_TOWARDZERO), in.doubles[i]);
  }
}

/// `value` as a number of type T
template <typename T, typename From>
T as_number(From value, int mode) {
  std::fesetround(mode);
  volatile From from = value;
  volatile T result = static_cast<T>(from);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename T>
void expect_rounded(const std::string& type, const Inputs& in) {
  constexpr std::size_t kSlots = 12;
  gpu::Gpu& gpu = device().gpu();
  const Address out = gpu.allocate(kSlots * kNumbers * sizeof(T));
  device().launch("rounded_" + type, kWorkItems,
                  {gpu::pointer(gpu.upload(std::span<const double>(in.doubles))),
                   gpu::pointer(gpu.upload(std::span<const std::int64_t>(in.longs))), gpu::pointer(out)});
  const auto results = gpu.download<T>(out, kSlots * kNumbers);
  for (unsigned i = 0; i < kNumbers; ++i) {
    for (std::size_t mode = 0; mode < 4; ++mode) {
      EXPECT_EQ(results[mode * kNumbers + i], as_number<T>(in.doubles[i], kModes[mode]))
          << type << ", mode " << mode << " of " << in.doubles[i];
      EXPECT_EQ(results[(4 + mode) * kNumbers + i], as_number<T>(in.longs[i], kModes[mode]))
          << type << ", mode " << mode << " of long " << in.longs[i];
      EXPECT_EQ(results[(8 + mode) * kNumbers + i],
                as_number<T>(static_cast<std::uint64_t>(in.longs[i]), kModes[mode]))
          << type << ", mode " << mode << " of ulong " << static_cast<std::uint64_t>(in.longs[i]);
    }
  }
}

TEST(Conversions, SaturateAndRoundInEachMode) {
  tb::Rng random = tb::seeded_rng(52);
  Inputs in = {real_numbers<float>(random), real_numbers<double>(random),
               numbers<std::int64_t>(random, kNumbers)};
  expect_conversions<std::int8_t>(in);
  expect_conversions<std::uint8_t>(in);
  expect_conversions<std::int16_t>(in);
  expect_conversions<std::uint16_t>(in);
  expect_conversions<std::int32_t>(in);
  expect_conversions<std::uint32_t>(in);
  expect_conversions<std::int64_t>(in);
  expect_conversions<std::uint64_t>(in);
  // libclc rounds the largest whole numbers up in all modes.
  for (std::int64_t& whole : in.longs) whole /= 8;
  expect_rounded<float>("float", in);
  expect_rounded<double>("double", in);
}

}  // namespace
}  // namespace gputm::opencl
