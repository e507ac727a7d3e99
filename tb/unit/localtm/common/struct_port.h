// Fields of packed structs at ports. Verilator presents such a port as one integer or one array of words; a
// field's position follows from the widths of the fields in declaration order, the last in the lowest bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "common/module_bench.h"

namespace gputm::tb {

/// The layout of a packed struct with `kFields` fields. An array field has the width of an element and the
/// number of elements.
template <std::size_t kFields>
struct StructLayout {
  struct Field {
    unsigned width = 1;
    unsigned elements = 1;
  };
  std::array<Field, kFields> fields;

  constexpr unsigned width() const { return after(0); }

  /// The field of struct `index` of an array of them.
  template <typename Port>
  std::uint32_t get(const Port& port, std::size_t field, unsigned element_number = 0,
                    unsigned index = 0) const {
    return bits(port, at(field, element_number, index), fields[field].width);
  }
  template <typename Port>
  void set(Port& port, std::size_t field, std::uint32_t value, unsigned element_number = 0,
           unsigned index = 0) const {
    const unsigned first = at(field, element_number, index);
    for (unsigned bit = 0; bit < fields[field].width; ++bit)
      set_element(port, first + bit, 1, value >> bit & 1);
  }

 private:
  /// Bits of the fields from `field` on.
  constexpr unsigned after(std::size_t field) const {
    unsigned sum = 0;
    for (std::size_t i = field; i < kFields; ++i) sum += fields[i].width * fields[i].elements;
    return sum;
  }
  constexpr unsigned at(std::size_t field, unsigned element_number, unsigned index) const {
    return index * width() + after(field + 1) + element_number * fields[field].width;
  }
  template <typename Port>
  static std::uint32_t bits(const Port& port, unsigned first, unsigned count) {
    std::uint32_t value = 0;
    for (unsigned bit = 0; bit < count; ++bit) value |= element(port, first + bit, 1) << bit;
    return value;
  }
};

}  // namespace gputm::tb
