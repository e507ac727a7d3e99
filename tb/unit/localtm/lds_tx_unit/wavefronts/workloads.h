// Local-memory workloads of the GPU-LocalTM paper (section 5.1), and one of our own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/types.h"
#include "tm/lds_unit.h"
#include "wavefront_program.h"

namespace gputm::tb::wavefronts {

struct Workload {
  Program program;
  std::vector<Word> memory;  ///< initial contents of local memory from byte 0
  /// "pass", or the error in the final contents.
  std::function<std::string(const std::vector<Word>& memory)> check;
};

/// Workload by name, a kind and a power of two: ht64, hash tables; km64, K-means with 64 centres; ga64, a
/// genetic algorithm with 64 solutions; rm64, reads of 64 words. Throws Error.
Workload make_workload(const std::string& name, const tm::LdsSizes& sizes, std::uint64_t seed);
/// Measured workloads, in the paper's order.
std::vector<std::string> workload_names();

}  // namespace gputm::tb::wavefronts
