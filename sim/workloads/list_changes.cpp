#include "workloads/list_changes.h"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/list_changes.h"

namespace gputm::workloads {
namespace {

using kernels::ListNode;

constexpr std::array<WorkloadKey, 5> kListChangesKeys = {{
    {"elements", "elements", 1, 100'000, 50, "elements in the list at the start"},
    insertions_key(50),
    removals_key(50),
    {"threads", "threads per block", 1, 1024, 32, "size of a block"},
    {"blocks_per_core", "blocks", 1, 64, 1, "blocks that a core runs at a time, if it has room for them"},
}};

}  // namespace

WorkloadInfo ListChanges::info() {
  return {"list-mix",
          "sorted linked list: each thread inserts or removes an element",
          kListChangesKeys,
          {},
          make<ListChanges>};
}

ListChanges::ListChanges(Sizes sizes, std::uint32_t seed)
    : Workload(std::move(sizes)), changes_(this->sizes(), seed) {}

std::span<const std::uint8_t> ListChanges::elf() const { return embedded_list_changes_kernels(); }
std::span<const std::uint8_t> ListChanges::software_tm_elf() const {
  return embedded_list_changes_software_tm_kernels();
}

Launch ListChanges::setup(gpu::Gpu& gpu) {
  std::vector<ListNode> nodes(size("elements") + std::size_t{size("insertions")});
  head_ = gpu.allocate(sizeof(ListNode));
  nodes_ = gpu.allocate(nodes.size() * sizeof(ListNode));
  ListNode head{};
  Word* link = &head.next;
  const std::set<Word> sorted(changes_.at_start.begin(), changes_.at_start.end());
  std::size_t number = 0;
  for (const Word key : sorted) {
    *link = nodes_ + static_cast<Address>(number * sizeof(ListNode));
    nodes[number].key = key;
    link = &nodes[number++].next;
  }
  gpu.write(head_, std::as_bytes(std::span(&head, 1)));
  gpu.write(nodes_, std::as_bytes(std::span(nodes)));
  const auto changes = static_cast<std::uint32_t>(changes_.changes.size());
  const std::uint32_t threads = size("threads");
  const Address keys = gpu.upload(std::span<const Word>(changes_.changes));
  return {{(changes + threads - 1) / threads, threads, size("blocks_per_core")},
          {head_, nodes_, keys, size("elements"), size("insertions"), changes}};
}

/// Each link leads to a larger key, so that the walk ends.
std::string ListChanges::check(const gpu::Gpu& gpu) const {
  const std::vector<ListNode> nodes =
      gpu.download<ListNode>(nodes_, size("elements") + std::size_t{size("insertions")});
  std::set<Word> missing = changes_.at_end();
  ListNode at = gpu.download<ListNode>(head_, 1).front();
  if (at.lock != 0) return "the head is still locked";
  while (at.next != 0) {
    const std::size_t number = (at.next - nodes_) / sizeof(ListNode);
    if (at.next < nodes_ || number >= nodes.size() || (at.next - nodes_) % sizeof(ListNode) != 0)
      return fmt::format("a link leads to {}, which is no node", at.next);
    const ListNode& node = nodes[number];
    if (node.key <= at.key) return fmt::format("key {} is behind key {}", node.key, at.key);
    if (node.lock != 0) return fmt::format("the node of key {} is still locked", node.key);
    if (missing.erase(node.key) == 0) return fmt::format("key {} should not be in the list", node.key);
    at = node;
  }
  if (!missing.empty()) return fmt::format("key {} is lost", *missing.begin());
  return "pass";
}

}  // namespace gputm::workloads
