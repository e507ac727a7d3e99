// dependency_unit with so few commits that they run out before timestamps do.
#include <gtest/gtest.h>

#include "Vdependency_unit_commits.h"
#include "runs.h"

namespace gputm::tb {
namespace {

TEST(DependencyUnit, CommitsRunOut) { run_out<Vdependency_unit_commits>(24, 6, 3, run_length(24)); }

}  // namespace
}  // namespace gputm::tb
