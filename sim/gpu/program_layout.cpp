#include "gpu/program_layout.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace gputm::gpu {
namespace {

constexpr Address kMostThreadLocals = 64 * 1024;  ///< bytes
constexpr Address kMessageVariable = 12;          ///< bytes of the description of the message buffer

Address symbol(const isa::Program& program, std::string_view name) {
  return program.has_symbol(name) ? program.symbol(name) : 0;
}

/// Copies the contents of [begin, begin + to.size()); parts outside of the program leave `to` unchanged.
void copy_contents(const isa::Program& program, Address begin, std::span<std::byte> to) {
  for (const isa::Segment& segment : program.segments()) {
    if (begin < segment.address || begin - segment.address > segment.data.size()) continue;
    const std::size_t offset = begin - segment.address;
    std::memcpy(to.data(), segment.data.data() + offset, std::min(to.size(), segment.data.size() - offset));
  }
}

}  // namespace

ProgramLayout program_layout(const isa::Program& program) {
  ProgramLayout layout;
  layout.shared_bytes = symbol(program, "__shared_bytes");
  const Address thread_local_bytes = symbol(program, "__tls_bytes");
  if (thread_local_bytes > kMostThreadLocals) {
    throw Error(fmt::format("{}: thread-local variables of {} bytes are outside 0..{}", program.name(),
                            thread_local_bytes, kMostThreadLocals));
  }
  if (thread_local_bytes != 0) {
    layout.thread_locals.resize((thread_local_bytes + sizeof(Word) - 1) / sizeof(Word));
    const Address begin = symbol(program, "__tdata_begin"), end = symbol(program, "__tdata_end");
    const auto bytes = std::as_writable_bytes(std::span(layout.thread_locals));
    if (begin < end)
      copy_contents(program, begin, bytes.first(std::min<std::size_t>(end - begin, bytes.size())));
  }
  if (symbol(program, "__init_array_begin") != symbol(program, "__init_array_end"))
    layout.constructors = symbol(program, "__gputm_constructors");
  layout.messages = symbol(program, "__gputm_messages");
  const auto holds = [&](const isa::Segment& segment) {
    return layout.messages >= segment.address && segment.size >= kMessageVariable &&
           layout.messages - segment.address <= segment.size - kMessageVariable;
  };
  if (layout.messages != 0 && std::ranges::none_of(program.segments(), holds)) {
    throw Error(fmt::format("{}: its message buffer is described at {:#010x}, where it has no memory",
                            program.name(), layout.messages));
  }
  return layout;
}

}  // namespace gputm::gpu
