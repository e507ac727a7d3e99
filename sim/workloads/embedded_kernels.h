// ELF files of the workloads, compiled into the library so that no path is needed at run time.
#pragma once

#include <cstdint>
#include <span>

namespace gputm::workloads {

std::span<const std::uint8_t> embedded_anomalies_kernels();
std::span<const std::uint8_t> embedded_apriori_kernels();
std::span<const std::uint8_t> embedded_atm_kernels();
std::span<const std::uint8_t> embedded_barnes_hut_kernels();
std::span<const std::uint8_t> embedded_cloth_kernels();
std::span<const std::uint8_t> embedded_cuda_cuts_kernels();
std::span<const std::uint8_t> embedded_frontier_kernels();
std::span<const std::uint8_t> embedded_graph_cut_kernels();
std::span<const std::uint8_t> embedded_hash_table_kernels();
std::span<const std::uint8_t> embedded_lds_genetic_kernels();
std::span<const std::uint8_t> embedded_lds_hash_table_kernels();
std::span<const std::uint8_t> embedded_lds_k_means_kernels();
std::span<const std::uint8_t> embedded_linked_list_kernels();
std::span<const std::uint8_t> embedded_list_changes_kernels();
std::span<const std::uint8_t> embedded_queue_kernels();
std::span<const std::uint8_t> embedded_red_black_tree_kernels();
std::span<const std::uint8_t> embedded_search_tree_kernels();
std::span<const std::uint8_t> embedded_tiered_hash_table_kernels();
std::span<const std::uint8_t> embedded_vacation_kernels();

std::span<const std::uint8_t> embedded_apriori_software_tm_kernels();
std::span<const std::uint8_t> embedded_atm_software_tm_kernels();
std::span<const std::uint8_t> embedded_barnes_hut_software_tm_kernels();
std::span<const std::uint8_t> embedded_cloth_software_tm_kernels();
std::span<const std::uint8_t> embedded_cuda_cuts_software_tm_kernels();
std::span<const std::uint8_t> embedded_hash_table_software_tm_kernels();
std::span<const std::uint8_t> embedded_linked_list_software_tm_kernels();
std::span<const std::uint8_t> embedded_list_changes_software_tm_kernels();
std::span<const std::uint8_t> embedded_queue_software_tm_kernels();

}  // namespace gputm::workloads
