#include "engines/unit_module.h"

#include <dlfcn.h>
#include <spdlog/spdlog.h>

#include <cstring>
#include <filesystem>

#include "base/types.h"

namespace gputm::engines {
namespace {

/// Folder of this library.
std::filesystem::path module_folder() {
  Dl_info here{};
  dladdr(reinterpret_cast<const void*>(&unit_maker), &here);
  return std::filesystem::absolute(here.dli_fname).parent_path();
}

}  // namespace

const void* unit_maker(const std::string& name, const char* interface) {
  const std::string file = module_folder() / ("libgputm_" + name + ".so");
  const std::string remedy =
      "; `make modules` builds all of them, `cmake --build <build folder> --target " + name + "` this one";
  if (!std::filesystem::exists(file)) {
    throw Error("the Verilated unit " + name + " is not built (" + file + " is missing)" + remedy);
  }
  spdlog::debug("Verilated unit {}", file);
  void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) throw Error("cannot load the Verilated unit " + name + ": " + dlerror());
  const auto* const built_with = static_cast<const char*>(dlsym(module, "gputm_unit_interface"));
  const void* const make = dlsym(module, "gputm_make_unit");
  if (built_with == nullptr || make == nullptr || std::strcmp(built_with, interface) != 0) {
    throw Error("the Verilated unit " + name + " was built from other sources than this program" + remedy);
  }
  return make;
}

}  // namespace gputm::engines
