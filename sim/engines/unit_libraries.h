// Other libraries of Verilated units, for programs that inject faults into whole runs (tb/faults).
#pragma once

#include <filesystem>
#include <functional>

#include "engines/unit_module.h"

namespace gputm::engines {

/// Library of a request, instead of the one that the loader finds or builds; empty: that one. May throw.
using UnitLibrary = std::function<std::filesystem::path(const UnitRequest&)>;

/// Units that are made from now on come from `choose`'s libraries.
void choose_unit_libraries(UnitLibrary choose);

}  // namespace gputm::engines
