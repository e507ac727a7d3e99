#include "faults/commit_unit_faults.h"

#include "Vcommit_unit_none.h"
#include "Vcommit_unit_none_sites.h"
#include "Vcommit_unit_parity.h"
#include "Vcommit_unit_parity_sites.h"
#include "Vcommit_unit_secded.h"
#include "Vcommit_unit_secded_sites.h"

namespace gputm::tb {
namespace {

template <typename Model>
Subject commit_unit(const char* name) {
  return {name, Described<Model>::bits, Described<Model>::describe, run_commit_unit<Model>};
}

}  // namespace

std::vector<Subject> commit_unit_subjects() {
  return {commit_unit<Vcommit_unit_none>("commit_unit/none"),
          commit_unit<Vcommit_unit_parity>("commit_unit/parity"),
          commit_unit<Vcommit_unit_secded>("commit_unit/secded")};
}

}  // namespace gputm::tb
