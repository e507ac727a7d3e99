#include <cstdio>

#include "app/commands.h"
#include "isa/flat_machine.h"

namespace gputm::app {
namespace {

isa::Program load(const std::string& file) {
  try {
    return isa::Program::load(file, isa::Program::Analysis::kFlat);
  } catch (const isa::LoadError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

int exec_command(const ExecOptions& options) {
  const isa::Program program = load(options.program);
  isa::FlatMachine machine(program, [](unsigned descriptor, std::string_view bytes) {
    std::FILE* stream = descriptor == 2 ? stderr : stdout;
    std::fwrite(bytes.data(), 1, bytes.size(), stream);
    std::fflush(stream);
  });
  return static_cast<int>(machine.run() & 0xff);
}

}  // namespace gputm::app
