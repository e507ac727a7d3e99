// The commit unit's ring as its stages see it: slots, pointers, and the initialisation after reset, as packed
// structs of commit_unit_pkg.
#pragma once

#include <cstdint>

#include "common/clocked.h"

namespace gputm::tb {

inline constexpr unsigned kIndexBits = 15;

/// ring_slot_t of the `serial`-th id since reset in a ring of `entries`: the index, and above it the phase,
/// which changes with every lap.
inline unsigned slot_of(std::uint64_t serial, unsigned entries) {
  return static_cast<unsigned>(serial % entries | (serial / entries & 1) << kIndexBits);
}

/// ring_pointer_t.
inline std::uint32_t pack_pointer(std::uint64_t id, unsigned slot) {
  return static_cast<std::uint32_t>((id & 0xffff) << (kIndexBits + 1) | slot);
}
inline unsigned id_of(std::uint32_t pointer) { return pointer >> (kIndexBits + 1); }
inline unsigned slot_in(std::uint32_t pointer) { return pointer & 0xffff; }

/// ring_read_t.
inline std::uint16_t pack_read(unsigned index, bool enable = true) {
  return static_cast<std::uint16_t>(unsigned{enable} << kIndexBits | index);
}
inline bool reads(unsigned ring_read) { return (ring_read >> kIndexBits & 1) != 0; }
inline unsigned read_index(unsigned ring_read) { return ring_read & ((1u << kIndexBits) - 1); }

/// ring_init_t.
inline std::uint32_t pack_init(bool active, std::uint64_t index, std::uint64_t first_id) {
  return static_cast<std::uint32_t>(std::uint64_t{active} << 31 | index << 16 | (first_id & 0xffff));
}

/// Resets a stage and initialises its fields as the commit unit does; ids begin with `first_id`.
template <typename Model>
void reset_and_initialise(Clocked<Model>& clocked, unsigned entries, std::uint64_t first_id) {
  auto& dut = clocked.dut();
  dut.init_i = pack_init(true, 0, first_id);
  clocked.reset();
  for (unsigned index = 0; index < entries; ++index) {
    dut.init_i = pack_init(true, index, first_id);
    clocked.settle();
    clocked.step();
  }
  dut.init_i = pack_init(false, 0, first_id);
}

}  // namespace gputm::tb
