// Any bytes give a program or a one-line error, and a loaded program can be queried about any address.
#include <cstdint>

#include "fuzz/one_line.h"
#include "isa/program.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using gputm::isa::Program;
  for (const auto analysis : {Program::Analysis::kKernels, Program::Analysis::kFlat}) {
    try {
      const Program program = Program::parse({data, size}, "input", analysis);
      for (const gputm::Address pc :
           {program.entry(), program.code_base(), program.end(), ~gputm::Address{3}}) {
        (void)program.at(pc);
        (void)program.reconvergence_pc(pc);
        gputm::fuzz::expect_one_line(program.describe(pc));
      }
    } catch (const gputm::isa::LoadError& error) {
      gputm::fuzz::expect_one_line(error.what());
    }
  }
  return 0;
}
