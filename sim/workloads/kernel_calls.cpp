#include "workloads/kernel_calls.h"

#include <spdlog/fmt/fmt.h>

#include "core/device_memory_map.h"
#include "gpu/kernel_signature.h"
#include "workloads/kernels/software_tm.h"

namespace gputm::workloads {
namespace {

using tm::Synchronization;

struct Kind {
  std::string_view suffix;
  std::string_view name;
};

Kind kind(Synchronization synchronization) {
  switch (synchronization) {
    case Synchronization::kTransactions:
      return {"_tm", "transactions"};
    case Synchronization::kLocks:
      return {"_lock", "locks"};
    case Synchronization::kLockFree:
      return {"_lock_free", "lock-free changes"};
    case Synchronization::kPriorityStm:
      return {"_stm_priority", "a software TM"};
    default:
      return {"_stm_multiversion", "a software TM"};
  }
}

bool is_software_tm(Synchronization synchronization) {
  return synchronization == Synchronization::kPriorityStm ||
         synchronization == Synchronization::kMultiversionStm;
}

isa::Program load(std::span<const std::uint8_t> elf, std::string_view name) {
  if (elf.empty()) throw Error(fmt::format("{} has no kernel with a software TM", name));
  return isa::Program::parse(elf, name, isa::Program::Analysis::kKernels);
}

}  // namespace

std::string Workload::kernel(Synchronization synchronization) const {
  return std::string(kernels()).append(kind(synchronization).suffix);
}

KernelCalls::KernelCalls(const Workload& workload, std::string_view name, Synchronization synchronization)
    : KernelCalls(workload, name, synchronization,
                  is_software_tm(synchronization) ? workload.software_tm_elf() : workload.elf()) {}

KernelCalls::KernelCalls(const Workload& workload, std::string_view name, Synchronization synchronization,
                         std::span<const std::uint8_t> elf)
    : synchronization_(synchronization),
      program_(load(elf, name)),
      kernel_(workload.kernel(synchronization)) {
  try {
    gpu::find_kernel(program_, kernel_);
  } catch (const isa::LoadError&) {
    throw Error(fmt::format("{} has no kernel with {}", name, kind(synchronization).name));
  }
}

void KernelCalls::allocate(gpu::Gpu& gpu, std::uint32_t threads) {
  const Address end = gpu.allocate(sizeof(kernels::Sequencer), "sequencer of the software TM");
  threads_ = threads;
  const Address heap_bytes = end - core::kHeapBase;
  const std::size_t entry =
      synchronization_ == Synchronization::kPriorityStm ? sizeof(kernels::Lock) : sizeof(kernels::Box);
  const Address table = gpu.allocate(heap_bytes / sizeof(Word) * entry, "table of the software TM");
  counts_ = gpu.allocate(std::size_t{threads} * sizeof(kernels::TransactionCounts), "counts of transactions");
  const kernels::SoftwareTmMemory memory{core::kHeapBase, heap_bytes, table, end, counts_};
  memory_ = gpu.upload(std::span(&memory, 1));
}

std::vector<gpu::Argument> KernelCalls::arguments(gpu::Gpu& gpu, const Launch& launch) {
  if (is_software_tm(synchronization_) && memory_ == 0)
    allocate(gpu, launch.shape.blocks * launch.shape.threads);
  std::vector<gpu::Argument> arguments{gpu::pointer(gpu.upload(std::span(launch.arguments)))};
  if (is_software_tm(synchronization_) && launch.kernel.empty()) arguments.push_back(gpu::pointer(memory_));
  return arguments;
}

void KernelCalls::count(const gpu::Gpu& gpu, tm::TransactionCounters& counters) const {
  if (!is_software_tm(synchronization_)) return;
  for (const auto& thread : gpu.download<kernels::TransactionCounts>(counts_, threads_)) {
    counters.begins += thread.commits;
    counters.commits += thread.commits;
    counters.aborts += thread.aborts;
    counters.read_words += thread.reads;
    counters.write_words += thread.writes;
  }
}

}  // namespace gputm::workloads
