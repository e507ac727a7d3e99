// Functions of OpenCL against the host's of long double, with the bounds of the standard.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "common/seed.h"
#include "opencl_device.h"

namespace gputm::opencl {
namespace {

using Real = long double;
constexpr Real kPi = 3.14159265358979323846264338327950288L, kNan = std::numeric_limits<Real>::quiet_NaN();

/// x minus the nearest multiple of 1/2, and the number of that modulo 4: sin(pi x) without a rounding of pi x
std::pair<Real, int> quarter(Real x) {
  int quotient = 0;
  const Real rest = std::remquo(x, 0.5L, &quotient);
  return {rest, quotient & 3};
}
Real sin_pi(Real x) {
  if (!std::isfinite(x)) return kNan;
  const auto [rest, turn] = quarter(x);
  const Real value = turn % 2 == 0 ? std::sin(kPi * rest) : std::cos(kPi * rest);
  return turn >= 2 ? -value : value;
}
Real cos_pi(Real x) {
  if (!std::isfinite(x)) return kNan;
  const auto [rest, turn] = quarter(x);
  const Real value = turn % 2 == 0 ? std::cos(kPi * rest) : std::sin(kPi * rest);
  return turn == 1 || turn == 2 ? -value : value;
}
Real tan_pi(Real x) {
  const Real rest = std::remainder(x, 2.0L);
  return std::fabs(rest) == 0.5L ? std::copysign(std::numeric_limits<Real>::infinity(), rest)
                                 : sin_pi(x) / cos_pi(x);
}
Real powr_of(Real x, Real y) {
  if (x < 0 || std::isnan(x) || std::isnan(y) || (x == 1 && std::isinf(y))) return kNan;
  if ((x == 0 || std::isinf(x)) && y == 0) return kNan;
  return std::pow(std::fabs(x), y);
}
Real root(Real x, int n) {
  if (n == 0 || (x < 0 && n % 2 == 0)) return kNan;
  if (n % 2 == 0) x = std::fabs(x);
  return std::copysign(std::pow(std::fabs(x), 1.0L / n), x);
}
Real number_of_ilogb(Real x) {
  return x == 0 ? -2147483648.0L : std::isnan(x) || std::isinf(x) ? 2147483647.0L : std::logb(x);
}

/// Largest result of fract
template <typename T>
constexpr Real kBelowOne = 1 - std::numeric_limits<std::remove_const_t<T>>::epsilon() / Real{2};

template <typename T>
struct Function {
  const char* name;
  Real (*reference)(T x, T y, T z, int n);
  Real ulp;  ///< largest error
};

template <typename T>
std::vector<Function<T>> functions() {
#define UNARY(name, value, ulp)                          \
  {#name,                                                \
   [](T x_, T y_, T z_, int n) -> Real {                 \
     [[maybe_unused]] const Real x = x_, y = y_, z = z_; \
     static_cast<void>(n);                               \
     return static_cast<Real>(value);                    \
   },                                                    \
   ulp},
#define BINARY UNARY
#define TERNARY UNARY
#define WHOLE UNARY
  return {
#include "mathematics_functions.inc"
  };
}

/// Error in ulp of T; 0 if both are NaN or the same infinity, infinity if one is.
template <typename T>
Real error_of(T result, Real reference) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(reference)) return std::isnan(result) ? 0 : Limits::infinity();
  if (std::isnan(result)) return Limits::infinity();
  // Numbers beyond the largest have its ulp: an infinity is one ulp above it.
  const Real largest_ulp = std::ldexp(Real{1}, Limits::max_exponent - Limits::digits);
  const auto finite = [&](Real value) {
    return std::clamp(value, -std::ldexp(Real{1}, Limits::max_exponent),
                      std::ldexp(Real{1}, Limits::max_exponent));
  };
  const Real a = finite(result), b = finite(reference);
  const int exponent = b == 0 ? Limits::min_exponent : std::max(std::ilogb(b) + 1, Limits::min_exponent);
  return std::fabs(a - b) / std::min(largest_ulp, std::ldexp(Real{1}, exponent - Limits::digits));
}

constexpr unsigned kWorkItems = 256, kNumbers = 3 * kWorkItems;

/// Numbers of all magnitudes, small ones as arguments often are, and special ones.
template <typename T>
std::vector<T> numbers(tb::Rng& random) {
  using Limits = std::numeric_limits<T>;
  const std::vector<T> special = {0,
                                  T(-0.0),
                                  1,
                                  -1,
                                  T(0.5),
                                  T(-0.5),
                                  2,
                                  3,
                                  Limits::infinity(),
                                  -Limits::infinity(),
                                  Limits::quiet_NaN(),
                                  Limits::max(),
                                  Limits::lowest(),
                                  Limits::min(),
                                  Limits::denorm_min(),
                                  -Limits::denorm_min(),
                                  T(1.5),
                                  T(2.5),
                                  T(-2.5),
                                  T(1e6)};
  std::vector<T> result;
  for (unsigned i = 0; i < kNumbers; ++i) {
    const Real unit = std::uniform_real_distribution<Real>(-1, 1)(random);
    switch (random() % 5) {
      case 0:
        result.push_back(special[random() % special.size()]);
        break;
      case 1: {
        const std::uint64_t bits = random();
        T value;
        std::memcpy(&value, &bits, sizeof value);
        result.push_back(value);
        break;
      }
      case 2:
        result.push_back(static_cast<T>(unit));
        break;
      case 3:
        result.push_back(static_cast<T>(unit * (random() % 2 == 0 ? 10 : 150)));
        break;
      default:
        result.push_back(static_cast<T>(unit * 1000));
    }
  }
  return result;
}

Device& compiled_device() {
  static Device device(OPENCL_TEST_FOLDER "/mathematics.cl");
  return device;
}

template <typename T>
void expect_bounds(const char* kernel) {
  tb::Rng random = tb::seeded_rng(50);
  Device& device = compiled_device();
  const std::vector<T> x = numbers<T>(random), y = numbers<T>(random), z = numbers<T>(random);
  std::vector<T> in = x;
  in.insert(in.end(), y.begin(), y.end());
  in.insert(in.end(), z.begin(), z.end());
  std::vector<int> whole(kNumbers);
  for (int& n : whole) n = static_cast<int>(random() % 41) - 20;
  const Address arguments = device.gpu().upload(std::span<const T>(in));
  const Address wholes = device.gpu().upload(std::span<const int>(whole));
  const Address out = device.gpu().allocate(kNumbers * sizeof(T));
  unsigned number = 0;
  for (const Function<T>& function : functions<T>()) {
    device.launch(kernel, kWorkItems,
                  {number++, gpu::pointer(arguments), gpu::pointer(wholes), gpu::pointer(out)});
    const std::vector<T> results = device.gpu().template download<T>(out, kNumbers);
    Real worst = 0;
    unsigned at = 0;
    for (unsigned i = 0; i < kNumbers; ++i) {
      const Real error = error_of(results[i], function.reference(x[i], y[i], z[i], whole[i]));
      // Half an ulp is the rounding of the reference.
      const Real own = function.ulp == 0 ? std::max(Real{0}, error - 0.5L) : error;
      if (own > worst) worst = own, at = i;
    }
    EXPECT_LE(worst, function.ulp) << function.name << "(" << x[at] << ", " << y[at] << ", " << z[at] << ", "
                                   << whole[at] << ") = " << results[at] << ", not "
                                   << function.reference(x[at], y[at], z[at], whole[at]);
  }
}

TEST(Mathematics, OfFloatIsAsExactAsTheStandardAsks) { expect_bounds<float>("compute_float"); }
TEST(Mathematics, OfDoubleIsAsExactAsTheStandardAsks) { expect_bounds<double>("compute_double"); }

}  // namespace
}  // namespace gputm::opencl
