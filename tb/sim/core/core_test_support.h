// Short forms of configuration, program and launch for tests of the core.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "common/small_machine.h"
#include "engines/systems.h"
#include "gpu/gpu.h"
#include "isa/program.h"

namespace gputm::testing {

inline isa::Program load(const char* elf) {
  return isa::Program::load(elf, isa::Program::Analysis::kKernels);
}

inline std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace gputm::testing
