// What a program asks of a launch beside its segments, as the symbols of gputm's link.ld say.
#pragma once

#include <vector>

#include "base/types.h"
#include "isa/program.h"

namespace gputm::gpu {

/// Nothing of it is there in a program that was linked otherwise.
struct ProgramLayout {
  Address shared_bytes = 0;         ///< shared memory of a block: the variables that are marked SHARED
  std::vector<Word> thread_locals;  ///< what the thread-local variables of every thread start with
  Address constructors = 0;         ///< the function that makes the static objects; 0: there are none
  Address messages = 0;             ///< where the address of the message buffer goes; 0: nothing is printed
};

ProgramLayout program_layout(const isa::Program& program);

}  // namespace gputm::gpu
