// Verilated units in libraries of their own ("modules", cmake/GputmUnitModule.cmake), which a program loads
// when a run first needs them, so that it starts at once and works without those that it never needs. They
// are beside the library of this loader, in the build folder and in the installed package.
#pragma once

#include <memory>
#include <string>

namespace gputm::engines {

/// The function that makes a unit, of the module `name`, which stays loaded. `interface` is what the caller
/// was compiled with. Throws Error, with what to do, when the module is not there or was compiled with
/// another.
const void* unit_maker(const std::string& name, const char* interface);

}  // namespace gputm::engines

#if __has_include("engines/unit_interface.h")  // generated; only the project's own modules and their callers
                                               // have it
#include "engines/unit_interface.h"

namespace gputm::engines {

/// A unit of a module whose factory is a `Make`, a function type that returns a pointer.
template <typename Make, typename... Arguments>
auto make_unit(const std::string& name, const Arguments&... arguments) {
  Make* const make = *static_cast<Make* const*>(unit_maker(name, GPUTM_UNIT_INTERFACE));
  auto* const unit = make(arguments...);
  return std::unique_ptr<std::remove_pointer_t<decltype(unit)>>(unit);
}

}  // namespace gputm::engines

/// What a module exports: `function`, of the type `Make`.
#define GPUTM_UNIT_MODULE(Make, function)                                  \
  extern "C" {                                                             \
  [[gnu::visibility("default")]] extern Make* const gputm_make_unit;       \
  Make* const gputm_make_unit = function;                                  \
  [[gnu::visibility("default")]] extern const char gputm_unit_interface[]; \
  const char gputm_unit_interface[] = GPUTM_UNIT_INTERFACE;                \
  }
#endif
