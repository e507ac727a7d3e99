#include "engines/installation.h"

#include <dlfcn.h>

namespace gputm::engines {

namespace fs = std::filesystem;

fs::path library_folder() {
  Dl_info here{};
  dladdr(reinterpret_cast<const void*>(&library_folder), &here);
  return fs::weakly_canonical(here.dli_fname).parent_path();
}

fs::path installation_prefix() { return (library_folder() / GPUTM_PREFIX_FROM_LIBRARIES).lexically_normal(); }

}  // namespace gputm::engines
