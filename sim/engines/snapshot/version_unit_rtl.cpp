#include "engines/snapshot/version_unit_rtl.h"

#include <string>

#include "engines/unit_module.h"

namespace gputm::engines::snapshot {

std::unique_ptr<tm::VersionUnit> make_version_unit(unsigned versions) {
  return make_unit<MakeVersionUnit>("version_unit_" + std::to_string(versions) + "_fast");
}

}  // namespace gputm::engines::snapshot
