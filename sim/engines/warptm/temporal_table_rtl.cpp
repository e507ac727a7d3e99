#include "engines/warptm/temporal_table_rtl.h"

#include "engines/unit_module.h"

namespace gputm::engines::warptm {

std::unique_ptr<TemporalTable> make_temporal_table() {
  return make_unit<MakeTemporalTable>({.unit = "temporal_table"});
}

}  // namespace gputm::engines::warptm
