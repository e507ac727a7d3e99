// The commit unit's ring as its stages see it: slots {phase, index}, and the sweep after reset.
#pragma once

#include <cstdint>

#include "common/clocked.h"

namespace gputm::tb {

/// The slot of the `serial`-th id since reset in a ring of `entries`: the index, and above it the phase,
/// which changes with every lap.
inline unsigned slot_of(std::uint64_t serial, unsigned entries, unsigned index_bits) {
  return static_cast<unsigned>(serial % entries | (serial / entries & 1) << index_bits);
}

/// Resets a stage and sweeps its fields as the commit unit does; ids begin with `first_id`.
template <typename Model>
void reset_and_sweep(Clocked<Model>& clocked, unsigned entries, std::uint64_t first_id) {
  auto& dut = clocked.dut();
  dut.sweep_i = 1;
  dut.sweep_index_i = 0;
  if constexpr (requires { dut.first_id_i; }) drive(dut.first_id_i, first_id);
  clocked.reset();
  for (unsigned index = 0; index < entries; ++index) {
    drive(dut.sweep_index_i, index);
    clocked.settle();
    clocked.step();
  }
  dut.sweep_i = 0;
}

}  // namespace gputm::tb
