#include "workloads/tiered_hash_table.h"

#include <algorithm>
#include <array>
#include <bit>

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/tiered_hash_table.h"

namespace gputm::workloads {
namespace {

constexpr std::array<WorkloadKey, 6> kTieredHashTableKeys{{
    {"buckets", "buckets", 1, 1024, 256, "of a block's front table; a power of two"},
    {"back_buckets", "buckets", 1, 1U << 20, 16'384, "of the back table; a power of two"},
    {"blocks", "blocks", 1, 16'384, 32, "thread blocks of the grid, each with a front table"},
    {"threads", "threads per block", 1, 1024, 128, "size of a block"},
    {"inserts", "keys", 1, 1'000'000, 8, "that a thread inserts, one after the other"},
    {"in_global", "", 0, 1, 0,
     "1: front tables are in global memory, too, as transactions on global memory alone need it"},
}};

constexpr std::array<std::string_view, 4> kTieredHashTableComparison{"in_global=1", "blocks=8", "threads=64",
                                                                     "inserts=4"};

}  // namespace

WorkloadInfo TieredHashTable::info() {
  return {"tiered-ht",
          "hash table of two levels: full buckets of blocks' tables in shared memory move to one in global "
          "memory",
          kTieredHashTableKeys, kTieredHashTableComparison,
          [](Sizes sizes, std::uint32_t seed) -> std::unique_ptr<Workload> {
            for (const char* key : {"buckets", "back_buckets"}) {
              if (!std::has_single_bit(sizes[key])) {
                throw ConfigError("workload." + std::string(key) + ": " + std::to_string(sizes[key]) +
                                  " is no power of two");
              }
            }
            return std::make_unique<TieredHashTable>(std::move(sizes), seed);
          }};
}

std::span<const std::uint8_t> TieredHashTable::elf() const { return embedded_tiered_hash_table_kernels(); }

/// A bucket of the back table has room for all of its keys.
Launch TieredHashTable::setup(gpu::Gpu& gpu) {
  const std::uint32_t back = size("back_buckets"), words = kernels::front_words(size("buckets"));
  std::vector<std::uint32_t> keys_of(back);
  for (std::uint32_t key = 1; key <= keys(); ++key) ++keys_of[kernels::back_bucket(seed_, key, back)];
  capacity_ = *std::ranges::max_element(keys_of);
  fronts_ = gpu.allocate(std::size_t{size("blocks")} * words * sizeof(Word));
  counts_ = gpu.allocate(std::size_t{back} * sizeof(Word));
  const Address locks = gpu.allocate(std::size_t{back} * sizeof(Word));
  slots_ = gpu.allocate(std::size_t{back} * capacity_ * sizeof(Word));
  gpu::LaunchShape shape{size("blocks"), size("threads")};
  if (size("in_global") == 0) shape.shared_bytes = static_cast<std::uint32_t>(sizeof(Word)) * words;
  return {shape,
          {fronts_, counts_, locks, slots_, size("buckets"), back, capacity_, size("inserts"),
           size("in_global"), seed_}};
}

/// Checks that every key is in one of its two buckets, once.
std::string TieredHashTable::check(const gpu::Gpu& gpu) const {
  const std::uint32_t buckets = size("buckets"), back = size("back_buckets");
  const std::uint32_t words = kernels::front_words(buckets);
  const std::uint32_t keys_of_block = size("threads") * size("inserts");
  std::vector<bool> found(keys());
  std::string problem;
  const auto see = [&](const std::string& where, Word key, bool right_place) {
    const std::string which = where + ": key " + std::to_string(key);
    if (!problem.empty()) return;
    if (key == 0 || key > keys())
      problem = which + " does not exist, but is in the table";
    else if (found[key - 1])
      problem = which + " is in the tables twice";
    else if (!right_place)
      problem = which + " is in a wrong bucket";
    else
      found[key - 1] = true;
  };
  const std::vector<Word> fronts = gpu.download<Word>(fronts_, std::size_t{size("blocks")} * words);
  for (std::uint32_t block = 0; block < size("blocks"); ++block) {
    const Word* const front = &fronts[std::size_t{block} * words];
    for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
      const std::string where = "block " + std::to_string(block) + ", bucket " + std::to_string(bucket);
      if (front[bucket] > kernels::kFrontPlaces) return where + ": too many keys";
      for (std::uint32_t place = 0; place < front[bucket]; ++place) {
        const Word key = front[kernels::front_key(buckets, bucket, place)];
        see(where, key,
            (key - 1) / keys_of_block == block && kernels::front_bucket(seed_, key, buckets) == bucket);
      }
    }
  }
  const std::vector<Word> counts = gpu.download<Word>(counts_, back);
  const std::vector<Word> slots = gpu.download<Word>(slots_, std::size_t{back} * capacity_);
  for (std::uint32_t bucket = 0; bucket < back; ++bucket) {
    const std::string where = "back bucket " + std::to_string(bucket);
    if (counts[bucket] > capacity_) return where + ": too many keys";
    for (std::uint32_t place = 0; place < counts[bucket]; ++place) {
      const Word key = slots[std::size_t{bucket} * capacity_ + place];
      see(where, key, kernels::back_bucket(seed_, key, back) == bucket);
    }
  }
  if (!problem.empty()) return problem;
  const auto lost = std::ranges::find(found, false);
  if (lost != found.end()) return "key " + std::to_string(lost - found.begin() + 1) + " is lost";
  return "pass";
}

}  // namespace gputm::workloads
