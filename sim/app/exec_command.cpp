#include <cstdio>

#include "app/commands.h"
#include "isa/flat_machine.h"

namespace gputm::app {

int exec_command(const ExecOptions& options) {
  const isa::Program program = isa::Program::load(options.program, isa::Program::Analysis::kFlat);
  isa::FlatMachine machine(program, [](unsigned descriptor, std::string_view bytes) {
    std::FILE* stream = descriptor == 2 ? stderr : stdout;
    std::fwrite(bytes.data(), 1, bytes.size(), stream);
    std::fflush(stream);
  });
  return static_cast<int>(machine.run() & 0xff);
}

}  // namespace gputm::app
