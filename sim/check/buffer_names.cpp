#include "check/buffer_names.h"

#include <iterator>

#include "core/device_memory_map.h"
#include "isa/symbol_name.h"

namespace gputm::check {

void BufferNames::launch_begins(const isa::Program& program) {
  if (program_ == program.id()) return;
  program_ = program.id();
  variables_.clear();
  for (const auto& [name, address] : program.symbols()) {
    if (name.starts_with("__") || name.starts_with(".") || name.starts_with("$")) continue;
    variables_.try_emplace(address, isa::demangle(name).value_or(name));
  }
  begin_ = program.segments().front().address;
  end_ = program.end();
}

BufferNames::Place BufferNames::at(Space space, Address address) const {
  const bool of_program = space == Space::kShared || (address >= begin_ && address < end_);
  if (space == Space::kPrivate) return {};
  if (of_program) {
    const auto next = variables_.upper_bound(address);
    if (next == variables_.begin()) return {};
    const auto& [begin, name] = *std::prev(next);
    if ((begin >= core::kSharedWindow) != (space == Space::kShared)) return {};
    return {name, address - begin, 0};
  }
  if (allocations_.empty()) return {};
  const auto next = allocations_.upper_bound(address);
  const bool first = next == allocations_.begin();
  const memory::Allocation& before = first ? next->second : std::prev(next)->second;
  const bool nearer = !first && next != allocations_.end() &&
                      next->first - address < address - before.range.begin - before.range.bytes &&
                      !before.range.holds(address, 1);
  const memory::Allocation& nearest = nearer ? next->second : before;
  return {nearest.name.empty() ? "allocation" : nearest.name, std::uint64_t{address} - nearest.range.begin,
          nearest.range.bytes};
}

}  // namespace gputm::check
