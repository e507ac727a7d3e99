#include "workloads/hash_table.h"

#include <array>

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/hash_table.h"

namespace gputm::workloads {
namespace {

using kernels::HashNode;

constexpr std::array<WorkloadKey, 4> hash_table_keys(std::uint64_t entries) {
  return {{
      {"entries", "slots", 1, 16'000'000, entries, "slots of the table; fewer mean more conflicts"},
      {"blocks", "blocks", 1, 16'384, 120, "thread blocks of the grid"},
      {"threads", "threads per block", 1, 1024, 192, "size of a block; each thread inserts one element"},
      {"blocks_per_core", "blocks", 1, 64, 4, "blocks that a core runs at a time, if it has room for them"},
  }};
}
constexpr auto kHighContentionKeys = hash_table_keys(8'000);
constexpr auto kLowContentionKeys = hash_table_keys(80'000);

}  // namespace

WorkloadInfo HashTable::info_high_contention() {
  return {"ht-h",
          "hash table, high contention: each thread inserts one element",
          kHighContentionKeys,
          {},
          make<HashTable>};
}

WorkloadInfo HashTable::info_low_contention() {
  return {"ht-l",
          "hash table, low contention: each thread inserts one element",
          kLowContentionKeys,
          {},
          make<HashTable>};
}

HashTable::HashTable(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)), seed_(seed) {}

std::span<const std::uint8_t> HashTable::elf() const { return embedded_hash_table_kernels(); }
std::span<const std::uint8_t> HashTable::software_tm_elf() const {
  return embedded_hash_table_software_tm_kernels();
}

Launch HashTable::setup(gpu::Gpu& gpu) {
  const std::size_t table_bytes = std::size_t{size("entries")} * sizeof(Word);
  heads_ = gpu.allocate(table_bytes);  // all empty and unlocked: new memory is zero
  const Address locks = gpu.allocate(table_bytes);
  nodes_ = gpu.allocate(transactions() * sizeof(HashNode));
  return {{size("blocks"), size("threads"), size("blocks_per_core")},
          {heads_, locks, nodes_, size("entries"), seed_}};
}

std::string HashTable::check(const gpu::Gpu& gpu) const {
  const std::vector<Word> heads = gpu.download<Word>(heads_, size("entries"));
  const std::vector<HashNode> nodes = gpu.download<HashNode>(nodes_, transactions());

  std::vector<bool> reached(nodes.size());
  for (std::uint32_t slot = 0; slot < heads.size(); ++slot) {
    for (Address at = heads[slot]; at != 0;) {
      const std::size_t thread = (at - nodes_) / sizeof(HashNode);
      if (at < nodes_ || thread >= nodes.size() || (at - nodes_) % sizeof(HashNode) != 0) {
        return "slot " + std::to_string(slot) + " has a link to " + std::to_string(at) + ", which is no node";
      }
      const std::string which = "the element of thread " + std::to_string(thread);
      if (reached[thread]) return which + " is in the table twice";
      reached[thread] = true;
      const HashNode& node = nodes[thread];
      const auto inserter = static_cast<std::uint32_t>(thread);
      if (node.key != kernels::key_of(seed_, inserter)) return which + " has a wrong key";
      if (node.value != kernels::value_of(inserter)) return which + " has a wrong value";
      if (kernels::slot_of(node.key, size("entries")) != slot) return which + " is in a wrong slot";
      at = node.next;
    }
  }
  for (std::size_t thread = 0; thread < nodes.size(); ++thread) {
    if (!reached[thread]) return "the element of thread " + std::to_string(thread) + " is lost";
  }
  return "pass";
}

}  // namespace gputm::workloads
