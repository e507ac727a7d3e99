#include "faults/fault.h"

namespace gputm::tb {

std::vector<Subject> commit_unit_subjects();
std::vector<Subject> last_writer_history_subjects();
std::vector<Subject> access_unit_subjects();
std::vector<Subject> lds_tx_unit_subjects();
std::vector<Subject> lds_bank_subjects();
std::vector<Subject> writer_table_subjects();
std::vector<Subject> reader_list_subjects();
std::vector<Subject> post_dating_unit_subjects();
std::vector<Subject> dependency_unit_subjects();
std::vector<Subject> banked_dependency_unit_subjects();
std::vector<Subject> version_index_table_subjects();
std::vector<Subject> row_copy_unit_subjects();
std::vector<Subject> snapshot_commit_unit_subjects();
std::vector<Subject> temporal_table_subjects();
std::vector<Subject> recent_words_subjects();
std::vector<Subject> access_merger_subjects();
std::vector<Subject> intra_warp_unit_subjects();
std::vector<Subject> reference_counts_subjects();
std::vector<Subject> conflict_table_subjects();

std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (const auto& of_top :
       {commit_unit_subjects(), last_writer_history_subjects(), access_unit_subjects(),
        lds_tx_unit_subjects(), writer_table_subjects(), reader_list_subjects(), post_dating_unit_subjects(),
        dependency_unit_subjects(), banked_dependency_unit_subjects(), version_index_table_subjects(),
        row_copy_unit_subjects(), snapshot_commit_unit_subjects(), temporal_table_subjects(),
        recent_words_subjects(), access_merger_subjects(), intra_warp_unit_subjects(),
        reference_counts_subjects(), conflict_table_subjects(), lds_bank_subjects()}) {
    all.insert(all.end(), of_top.begin(), of_top.end());
  }
  return all;
}

}  // namespace gputm::tb
