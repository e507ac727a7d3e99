#include "workloads/lds_hash_table.h"

#include <array>
#include <bit>

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/lds_hash_table.h"
#include "workloads/local_locks.h"

namespace gputm::workloads {
namespace {

constexpr std::array<WorkloadKey, 5> kLdsHashTableKeys{{
    {"buckets", "buckets", 1, 1024, 32, "of the table: 2 to 256 are the paper's HT2 to HT256"},
    {"blocks", "blocks", 1, 16'384, 1, "thread blocks of the grid, each with tables of its own"},
    {"threads", "threads per block", 1, 1024, 256, "size of a block; each thread inserts its number"},
    {"rounds", "tables", 1, 1'000'000, 16, "that a block fills, one after the other"},
    kLocalLocksKey,
}};

}  // namespace

WorkloadInfo LdsHashTable::info() {
  return {"lds-ht",
          "hash table in shared memory: each thread of a block inserts its number",
          kLdsHashTableKeys,
          {},
          [](Sizes sizes, std::uint32_t seed) -> std::unique_ptr<Workload> {
            const std::uint32_t buckets = sizes["buckets"];
            if (!std::has_single_bit(buckets) || buckets > sizes["threads"]) {
              throw ConfigError("workload.buckets: " + std::to_string(buckets) +
                                " is no power of two up to workload.threads, " +
                                std::to_string(sizes["threads"]));
            }
            return std::make_unique<LdsHashTable>(std::move(sizes), seed);
          }};
}

LdsHashTable::LdsHashTable(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)), seed_(seed) {}

std::string LdsHashTable::kernel(tm::Synchronization synchronization) const {
  return local_kernel(kernels(), synchronization, size("locks"));
}

std::span<const std::uint8_t> LdsHashTable::elf() const { return embedded_lds_hash_table_kernels(); }

std::uint64_t LdsHashTable::transactions() const {
  return std::uint64_t{size("blocks")} * size("threads") * size("rounds");
}

Launch LdsHashTable::setup(gpu::Gpu& gpu) {
  const std::uint32_t words = size("buckets") * places();
  tables_ = gpu.allocate(std::size_t{size("blocks")} * words * sizeof(Word));
  gpu::LaunchShape shape{size("blocks"), size("threads")};
  shape.shared_bytes = static_cast<std::uint32_t>(sizeof(Word)) * (words + size("buckets"));
  return {shape, {tables_, size("buckets"), places(), size("rounds"), seed_}};
}

std::string LdsHashTable::check(const gpu::Gpu& gpu) const {
  const std::uint32_t buckets = size("buckets"), threads = size("threads"), words = buckets * places();
  const std::vector<Word> tables = gpu.download<Word>(tables_, std::size_t{size("blocks")} * words);
  for (std::uint32_t block = 0; block < size("blocks"); ++block) {
    const std::string where = "block " + std::to_string(block) + ": ";
    std::vector<bool> found(threads);
    for (std::uint32_t word = 0; word < words; ++word) {
      const Word number = tables[std::size_t{block} * words + word];
      if (number == 0) continue;
      const std::uint32_t thread = number - 1;
      const std::string which = where + "thread " + std::to_string(thread);
      if (thread >= threads) return which + " does not exist, but is in the table";
      if (found[thread]) return which + " is in the table twice";
      found[thread] = true;
      if (kernels::bucket_of(seed_, size("rounds") - 1, thread, buckets) != word % buckets)
        return which + " is in a wrong bucket";
    }
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      if (!found[thread]) return where + "thread " + std::to_string(thread) + " is lost";
    }
  }
  return "pass";
}

}  // namespace gputm::workloads
