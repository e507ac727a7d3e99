// Loader of Verilated units in libraries of their own ("modules", cmake/GputmUnitModule.cmake). A program
// loads a module when a run first needs it, so that it starts quickly and works without unused modules. They
// are beside the library of this loader, in the build folder and in the installed package.
#pragma once

#include <memory>
#include <string>

namespace gputm::engines {

/// Factory function of the module `name`, which stays loaded. `interface`: interface that the caller was
/// compiled with. Throws Error, with advice, if the module is missing or was compiled with another interface.
const void* unit_maker(const std::string& name, const char* interface);

}  // namespace gputm::engines

#if __has_include("engines/unit_interface.h")  // generated; only for own modules and their callers
#include "engines/unit_interface.h"

namespace gputm::engines {

/// Makes a unit of a module with a factory of type `Make`, a function type that returns a pointer.
template <typename Make, typename... Arguments>
auto make_unit(const std::string& name, const Arguments&... arguments) {
  Make* const make = *static_cast<Make* const*>(unit_maker(name, GPUTM_UNIT_INTERFACE));
  auto* const unit = make(arguments...);
  return std::unique_ptr<std::remove_pointer_t<decltype(unit)>>(unit);
}

}  // namespace gputm::engines

/// Export of a module: `function`, of type `Make`.
#define GPUTM_UNIT_MODULE(Make, function)                                  \
  extern "C" {                                                             \
  [[gnu::visibility("default")]] extern Make* const gputm_make_unit;       \
  Make* const gputm_make_unit = function;                                  \
  [[gnu::visibility("default")]] extern const char gputm_unit_interface[]; \
  const char gputm_unit_interface[] = GPUTM_UNIT_INTERFACE;                \
  }
#endif
