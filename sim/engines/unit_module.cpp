#include "engines/unit_module.h"

#include <dlfcn.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <system_error>
#include <utility>

#include "base/cache_folder.h"
#include "base/child_process.h"
#include "base/types.h"
#include "engines/installation.h"
#include "engines/unit_libraries.h"
#include "engines/unit_recipe.h"

namespace gputm::engines {
namespace {

namespace fs = std::filesystem;

/// First line that says what went wrong: a message of the RTL, of a tool, or of the script
std::string cause(const fs::path& log) {
  for (const char* const mark : {"%Warning-USER", "%Error", " error: ", "error: "}) {
    std::ifstream stream(log);
    for (std::string line; std::getline(stream, line);)
      if (line.find(mark) != std::string::npos) return line.starts_with("error: ") ? line.substr(7) : line;
  }
  return "no message";
}

std::string title(const UnitRequest& request) {
  std::string text = "the Verilated unit " + request.unit;
  if (!request.parameters.empty()) text += " with " + parameter_text(request, " ");
  for (const std::string& file : request.replaced) text += " and " + file;
  return text + (request.waves ? ", with waves" : "");
}

/// Library of a request in the cache, built if it is not there.
fs::path cached(const UnitRecipe& recipe, const UnitRequest& request, const char* interface) {
  const std::string name = request.unit + "-" + recipe.key(request, interface);
  const fs::path folder = cache_folder("Verilated units");
  const fs::path library = folder / (name + ".so");
  const fs::path log = folder / fmt::format("{}.{}.log", name, getpid());  // others may ask for the same unit
  if (fs::exists(library)) return library;
  fmt::print(stderr, "gputm: building {}, once (kept in {})\n", title(request), folder.string());
  std::string replaced;
  for (const fs::path& file : recipe.replaced(request))
    replaced += (replaced.empty() ? "" : ";") + file.string();
  const std::string& cmake = recipe.first("cmake");
  const ChildProgram build{
      .command = {fs::exists(cmake) ? cmake : "cmake", "-Dunit=" + recipe.file().string(),
                  "-Dparameters=" + parameter_text(request, ";"),
                  std::string("-Dwaves=") + (request.waves ? "1" : "0"), "-Doutput=" + library.string(),
                  "-Dwork=" + (folder / (name + ".build")).string(), "-Dreplaced=" + replaced, "-Donce=1",
                  "-P", recipe.script()},
      .environment = {},
      .output = log.string(),
      .stop = {}};
  if (run_child(build) != 0 || !fs::exists(library))
    throw Error(fmt::format("cannot build {}: {} (log: {})", title(request), cause(log), log.string()));
  std::error_code error;
  fs::remove(log, error);
  return library;
}

/// What is loaded, by interface and title
struct Units {
  std::mutex mutex;
  std::map<std::string, const void*> makers;
  UnitLibrary choose;

  static Units& all() {
    static Units units;
    return units;
  }
};

/// The runtime of Verilator, which a library in another folder does not know the place of
void load_runtime(const fs::path& folder) {
  if (dlopen((folder / "libgputm_verilated.so").c_str(), RTLD_NOW | RTLD_LOCAL) == nullptr)
    throw Error(std::string("cannot load the runtime of Verilator: ") + dlerror());
}

const void* load(const UnitRequest& request, const char* interface, const UnitLibrary& choose) {
  const fs::path folder = library_folder();
  const UnitRecipe recipe(folder, request.unit);
  fs::path library;
  if (choose) {
    load_runtime(folder);
    library = choose(request);
  }
  if (library.empty()) library = recipe.built(request);
  if (library.empty()) {
    load_runtime(folder);
    library = cached(recipe, request, interface);
  }
  spdlog::debug("Verilated unit {}", library.string());
  void* const module = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) throw Error("cannot load the Verilated unit " + request.unit + ": " + dlerror());
  const auto* const built_with = static_cast<const char*>(dlsym(module, "gputm_unit_interface"));
  const void* const make = dlsym(module, "gputm_make_unit");
  if (built_with == nullptr || make == nullptr || std::strcmp(built_with, interface) != 0)
    throw Error(library.string() + " was built from other sources than this program: build both");
  return make;
}

}  // namespace

void choose_unit_libraries(UnitLibrary choose) {
  Units& units = Units::all();
  const std::scoped_lock lock(units.mutex);
  units.makers.clear();
  units.choose = std::move(choose);
}

const void* unit_maker(const UnitRequest& request, const char* interface) {
  Units& units = Units::all();
  const std::scoped_lock lock(units.mutex);
  const std::string name = interface + title(request);
  const auto found = units.makers.find(name);
  if (found != units.makers.end()) return found->second;
  const void* const make = load(request, interface, units.choose);
  units.makers.emplace(name, make);
  return make;
}

}  // namespace gputm::engines
