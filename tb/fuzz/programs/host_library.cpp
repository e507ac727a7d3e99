#include "fuzz/programs/host_library.h"

#include <dlfcn.h>

#include "base/types.h"

namespace gputm::fuzz {

HostLibrary::HostLibrary(const std::filesystem::path& file)
    : library_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* library) {
        if (library != nullptr) dlclose(library);
      }) {
  if (!library_) throw Error(dlerror());
}

HostLibrary::Kernel HostLibrary::find(const std::string& name) const {
  void* const symbol = dlsym(library_.get(), name.c_str());
  if (symbol == nullptr) throw Error(dlerror());
  return reinterpret_cast<Kernel>(symbol);
}

}  // namespace gputm::fuzz
