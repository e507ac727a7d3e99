// Loader of Verilated units (cmake/GputmUnits.cmake). A unit is a library of its own, loaded when a run first
// needs it. The units of the shipped machines are beside the library of this loader, in the build folder and
// in the installed package. Others are built on first use with the parameters that the run asks for, which
// takes some seconds, and are kept in a cache: the folder GPUTM_CACHE, else $XDG_CACHE_HOME/gputm, else
// ~/.cache/gputm. Several processes may ask for the same unit at once; one builds it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace gputm::engines {

struct UnitRequest {
  std::string unit;  ///< name of its description: "commit_unit"
  /// Values of RTL parameters, by name. Others keep the RTL's defaults.
  std::map<std::string, std::uint64_t> parameters = {};
  /// SystemVerilog files, or names of studies of the unit, in the place of its files of the same names
  std::vector<std::string> replaced = {};
  bool waves = false;  ///< with assertions and waves
};

/// Factory function of a unit, which stays loaded. `interface`: interface that the caller was compiled with.
/// Safe to call from several threads. Throws Error: no such unit, a file is missing, the unit cannot be built
/// (with the tool's first message and the file of all messages), or it was compiled with another interface.
const void* unit_maker(const UnitRequest& request, const char* interface);

}  // namespace gputm::engines

#if __has_include("engines/unit_interface.h")  // generated; only for own units and their callers
#include "engines/unit_interface.h"

namespace gputm::engines {

/// Makes a unit with a factory of type `Make`, a function type that returns a pointer.
template <typename Make, typename... Arguments>
auto make_unit(const UnitRequest& request, const Arguments&... arguments) {
  Make* const make = *static_cast<Make* const*>(unit_maker(request, GPUTM_UNIT_INTERFACE));
  auto* const unit = make(arguments...);
  return std::unique_ptr<std::remove_pointer_t<decltype(unit)>>(unit);
}

/// Factory of a class with `Make`, the type of its factory: a constructor with the factory's arguments.
template <typename Unit, typename Make>
struct UnitFactory;
template <typename Unit, typename Interface, typename... Arguments>
struct UnitFactory<Unit, Interface*(Arguments...)> {
  static Interface* make(Arguments... arguments) { return new Unit(arguments...); }
};

}  // namespace gputm::engines

/// Export of a unit: the class that drives the models.
#define GPUTM_UNIT_MODULE(Unit)                                                            \
  extern "C" {                                                                             \
  [[gnu::visibility("default")]] extern Unit::Make* const gputm_make_unit;                 \
  Unit::Make* const gputm_make_unit = gputm::engines::UnitFactory<Unit, Unit::Make>::make; \
  [[gnu::visibility("default")]] extern const char gputm_unit_interface[];                 \
  const char gputm_unit_interface[] = GPUTM_UNIT_INTERFACE;                                \
  }
#endif
