// Local-memory workloads of the GPU-LocalTM paper (section 5.1), one of our own, and random programs for
// tests.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"
#include "localtm/wavefront_program.h"
#include "tm/lds_unit.h"

namespace gputm::localtm {

struct Workload {
  std::string name;
  Program program;
  std::vector<Word> memory;  ///< initial contents of local memory from byte 0
  /// "pass", or the error in the final contents.
  std::function<std::string(const std::vector<Word>& memory)> check;
};

/// Hash table: each work-item puts its number into table (number mod `tables`), one probe per transaction.
/// Bucket b of table t is word b * tables + t.
Workload hash_table(unsigned tables, unsigned work_items);

/// K-means: each work-item adds its point to the sums of the nearest of `centres` centres, in one transaction
/// of three words in one bank. The nearest centre is determined outside of the transaction.
Workload k_means(unsigned centres, unsigned work_items, const tm::LdsSizes& sizes, std::uint64_t seed);

/// Genetic algorithm for the knapsack problem: each work-item picks two of `solutions` solutions at random,
/// `rounds` times, and makes the worse one more similar to the better one.
Workload genetic(unsigned solutions, unsigned work_items, unsigned rounds, std::uint64_t seed);

/// Each work-item reads `reads` of `words` words at random, and one transaction in 8 increments the last of
/// them.
Workload read_mostly(unsigned words, unsigned work_items, unsigned reads, unsigned rounds,
                     std::uint64_t seed);

/// Family of workloads with one parameter, a power of two in 2..most, at the end of the name
struct WorkloadKind {
  std::string_view name;
  unsigned most;
  std::string_view summary;
};
std::span<const WorkloadKind> workload_kinds();

/// Workload by name, a kind followed by a number: ht64. Throws Error.
Workload make_workload(const std::string& name, const tm::LdsSizes& sizes, std::uint64_t seed);
/// Measured workloads, in the paper's order.
std::vector<std::string> workload_names();

}  // namespace gputm::localtm
