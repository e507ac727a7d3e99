// Load-time check that the compiler left transactions and barriers as the source has them.
#pragma once

#include <span>

#include "isa/control_flow.h"
#include "isa/elf_file.h"

namespace gputm::isa {

/// Lanes of a warp can only begin, commit or wait together at the same instruction, so a kernel is refused
/// when
/// 1. its code reaches an instruction both inside and outside a transaction (or in two different ones),
/// leaves a
///    function inside one, or has a tx.begin with several tx.commits or the reverse: every tx.begin has
///    exactly one tx.commit, on every path;
/// 2. a function holds several copies of one marker of the source (jump threading, unrolling or inlining
/// twice);
///    known for code that uses the device header, which numbers its markers.
/// `roots` are the entry points of functions. Throws LoadError naming function and pc.
void check_markers(const Program& program, std::span<const Successors> graph, std::span<const Node> roots,
                   std::span<const ElfMarker> markers);

}  // namespace gputm::isa
