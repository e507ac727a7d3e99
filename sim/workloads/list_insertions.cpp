#include "workloads/list_insertions.h"

#include <array>
#include <string>
#include <vector>

#include "workloads/embedded_kernels.h"
#include "workloads/kernels/linked_list.h"

namespace gputm::workloads {
namespace {

using kernels::ListNode;

constexpr std::array<WorkloadKey, 3> list_insertion_keys(std::uint64_t elements) {
  return {{
      {"elements", "elements", 1, 100'000, elements, "elements that are inserted, each by a thread"},
      {"threads", "threads per block", 1, 1024, 32, "size of a block"},
      {"blocks_per_core", "blocks", 1, 64, 1, "blocks that a core runs at a time, if it has room for them"},
  }};
}
constexpr auto kListInsertionsKeys = list_insertion_keys(100);
constexpr auto kListInsertionsLargeKeys = list_insertion_keys(200);

}  // namespace

WorkloadInfo ListInsertions::info() {
  return {"list",
          "sorted linked list, empty at first: each thread inserts one element",
          kListInsertionsKeys,
          {},
          make<ListInsertions>};
}

WorkloadInfo ListInsertions::info_large() {
  return {"list2",
          "sorted linked list with twice the threads",
          kListInsertionsLargeKeys,
          {},
          make<ListInsertions>};
}

ListInsertions::ListInsertions(Sizes sizes, std::uint32_t seed) : Workload(std::move(sizes)), seed_(seed) {}

std::span<const std::uint8_t> ListInsertions::elf() const { return embedded_linked_list_kernels(); }
std::span<const std::uint8_t> ListInsertions::software_tm_elf() const {
  return embedded_linked_list_software_tm_kernels();
}

Launch ListInsertions::setup(gpu::Gpu& gpu) {
  head_ = gpu.allocate(sizeof(ListNode));  // new memory is zero: no successor, unlocked
  nodes_ = gpu.allocate(size("elements") * sizeof(ListNode));
  const std::uint32_t threads = size("threads");
  return {{(size("elements") + threads - 1) / threads, threads, size("blocks_per_core")},
          {head_, nodes_, size("elements"), seed_}};
}

std::string ListInsertions::check(const gpu::Gpu& gpu) const {
  const std::vector<ListNode> nodes = gpu.download<ListNode>(nodes_, size("elements"));
  ListNode at = gpu.download<ListNode>(head_, 1).front();
  if (at.lock != 0) return "the head is still locked";
  std::vector<bool> reached(nodes.size());
  for (bool first = true; at.next != 0; first = false) {
    const std::size_t thread = (at.next - nodes_) / sizeof(ListNode);
    if (at.next < nodes_ || thread >= nodes.size() || (at.next - nodes_) % sizeof(ListNode) != 0)
      return "a link leads to " + std::to_string(at.next) + ", which is no node";
    const std::string which = "the element of thread " + std::to_string(thread);
    if (reached[thread]) return which + " is in the list twice";
    reached[thread] = true;
    const ListNode& node = nodes[thread];
    const auto inserter = static_cast<std::uint32_t>(thread);
    if (node.key != kernels::list_key(seed_, inserter)) return which + " has a wrong key";
    if (node.value != kernels::list_value(inserter)) return which + " has a wrong value";
    if (node.lock != 0) return which + " is still locked";
    if (!first && node.key <= at.key) return which + " is in a wrong place";
    at = node;
  }
  for (std::size_t thread = 0; thread < nodes.size(); ++thread)
    if (!reached[thread]) return "the element of thread " + std::to_string(thread) + " is lost";
  return "pass";
}

}  // namespace gputm::workloads
