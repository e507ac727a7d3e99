// Width of the x registers.
#pragma once

#include <cstdint>

#include "base/types.h"

namespace gputm::isa {

enum class Xlen : std::uint8_t { k32 = 32, k64 = 64 };

using Wide = std::uint64_t;  ///< value of a 64-bit register

constexpr Wide wide(Word low, Word high) { return low | Wide{high} << 32; }
constexpr Word low_word(Wide value) { return static_cast<Word>(value); }
constexpr Word high_word(Wide value) { return static_cast<Word>(value >> 32); }
/// Upper word of a sign-extended 32-bit value.
constexpr Word sign_word(Word low) { return static_cast<Word>(static_cast<std::int32_t>(low) >> 31); }

}  // namespace gputm::isa
