// The workloads' ELF files, compiled into the library so that no path has to be known at run time.
#pragma once

#include <cstdint>
#include <span>

namespace gputm::workloads {

std::span<const std::uint8_t> embedded_apriori_kernels();
std::span<const std::uint8_t> embedded_atm_kernels();
std::span<const std::uint8_t> embedded_barnes_hut_kernels();
std::span<const std::uint8_t> embedded_cloth_kernels();
std::span<const std::uint8_t> embedded_cuda_cuts_kernels();
std::span<const std::uint8_t> embedded_hash_table_kernels();

}  // namespace gputm::workloads
