// RTL access unit (rtl/getm/access_unit.sv) as the GPU model's AccessUnit.
#pragma once

#include <memory>

#include "engines/getm/access_unit.h"

namespace gputm::engines::getm {

struct AccessUnitParameters {
  unsigned queue = 8;             ///< accesses ahead of the check
  unsigned parts = 32;            ///< granules of an access, at most
  unsigned stall_entries = 64;    ///< accesses that wait
  unsigned table_rows = 256;      ///< of each of four ways
  unsigned stash_entries = 8;     ///< entries
  unsigned filter_buckets = 256;  ///< of each of four sub-arrays of a filter
};

/// Unit that is ready after reset. Throws gputm::Error if it cannot be built.
std::unique_ptr<AccessUnit> make_access_unit(const AccessUnitParameters& parameters);

/// Accesses that are checked or wait, for a unit with so many stall entries: some are always checked
constexpr unsigned access_slots(unsigned stall_entries) { return 2 * stall_entries + 16; }

/// Factory of the unit, for so many slots and with a queue of so many accesses
using MakeAccessUnit = AccessUnit*(unsigned slots, unsigned queue);

}  // namespace gputm::engines::getm
