// Requirements of a program on a launch in addition to its segments, from the symbols of gputm's link.ld.
#pragma once

#include <vector>

#include "base/types.h"
#include "isa/program.h"

namespace gputm::gpu {

/// Empty for a program linked otherwise
struct ProgramLayout {
  Address shared_bytes = 0;         ///< shared memory of a block in bytes: the variables marked SHARED
  std::vector<Word> thread_locals;  ///< initial values of the thread-local variables of every thread
  Address constructors = 0;         ///< function that constructs the static objects; 0: none
  Address messages = 0;             ///< address of the pointer to the message buffer; 0: no output
};

ProgramLayout program_layout(const isa::Program& program);

}  // namespace gputm::gpu
