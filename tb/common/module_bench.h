// Common part of the tests of single modules: a clocked model whose outputs are compared with a reference,
// and access to the elements of packed arrays.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>

#include "common/clocked.h"

namespace gputm::tb {

/// `width` (at most 32) bits of element `index` of a packed array.
template <typename Port>
std::uint32_t element(const Port& port, unsigned index, unsigned width) {
  std::uint32_t value = 0;
  for (unsigned bit = 0; bit < width; ++bit) {
    const unsigned at = index * width + bit;
    if constexpr (std::is_integral_v<Port>) {
      value |= static_cast<std::uint32_t>(std::uint64_t{port} >> at & 1) << bit;
    } else {
      value |= (port[at / 32] >> at % 32 & 1u) << bit;
    }
  }
  return value;
}

template <typename Port>
void set_element(Port& port, unsigned index, unsigned width, std::uint32_t value) {
  for (unsigned bit = 0; bit < width; ++bit) {
    const unsigned at = index * width + bit;
    const bool one = (value >> bit & 1) != 0;
    if constexpr (std::is_integral_v<Port>) {
      const std::uint64_t mask = std::uint64_t{1} << at;
      port = static_cast<Port>(one ? port | mask : port & ~mask);
    } else {
      const std::uint32_t mask = 1u << at % 32;
      port[at / 32] = one ? port[at / 32] | mask : port[at / 32] & ~mask;
    }
  }
}

/// Keeps the first difference between a module and its model.
template <typename Model>
class ModuleBench : public Clocked<Model> {
 public:
  using Clocked<Model>::Clocked;

  /// Compares an output with the model's.
  template <typename Rtl, typename Expected>
  void expect(const char* what, const Rtl& rtl, const Expected& expected) {
    if (static_cast<std::uint64_t>(rtl) == static_cast<std::uint64_t>(expected)) return;
    std::ostringstream text;
    text << what << " is " << static_cast<std::uint64_t>(rtl) << " instead of "
         << static_cast<std::uint64_t>(expected);
    fail(text.str());
  }
  void fail(const std::string& what) {
    if (!failure_) failure_ = "cycle " + std::to_string(this->cycles()) + ": " + what;
  }
  /// The rising edge, where assertions are evaluated.
  void tick() {
    this->step();
    if (this->assertion_failed()) fail("an assertion of the RTL has failed");
  }
  bool failed() const { return failure_.has_value(); }
  const std::optional<std::string>& failure() const { return failure_; }

 private:
  std::optional<std::string> failure_;
};

}  // namespace gputm::tb
