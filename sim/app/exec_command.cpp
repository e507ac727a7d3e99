#include <cerrno>
#include <cstdio>

#include "app/commands.h"
#include "app/output_file.h"
#include "isa/flat_machine.h"

namespace gputm::app {

int exec_command(const ExecOptions& options) {
  const isa::Program program = isa::Program::load(options.program, isa::Program::Analysis::kFlat);
  isa::FlatMachine machine(program, [](unsigned descriptor, std::string_view bytes) {
    std::FILE* stream = descriptor == 2 ? stderr : stdout;
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stream) == bytes.size();
    if ((std::fflush(stream) != 0 || !written) && stream == stdout)
      throw UsageError(with_reason("cannot write to standard output", errno));
  });
  return static_cast<int>(machine.run(options.max_instructions) & 0xff);
}

}  // namespace gputm::app
