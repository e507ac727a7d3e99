#include "launch/device_assembly.h"

#include <algorithm>

namespace gputm::launch {
namespace {

/// Calls `f(line)` for each line, with its end.
template <typename F>
void for_each_line(std::string_view text, F f) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    f(text.substr(0, end));
    text.remove_prefix(end);
  }
}

}  // namespace

std::string_view assembly_symbol(std::string_view text) {
  text.remove_prefix(1);
  if (text.starts_with('"')) return text.substr(1, text.find('"', 1) - 1);
  return text.substr(0, text.find_first_of(" (,)"));
}

DeviceAssembly prepare_assembly(std::string_view text) {
  // Variables in shared memory alone have no initial value: the languages give all others zeros at least.
  constexpr std::string_view kNoValue = " undef, ";
  DeviceAssembly result;
  result.text.reserve(text.size() + 4096);
  for_each_line(text, [&](std::string_view line) {
    const bool global = line.starts_with('@') && line.find(" global ") != std::string_view::npos;
    const std::size_t value = global ? line.find(kNoValue) : std::string_view::npos;
    if (value != std::string_view::npos) {
      const std::size_t behind = value + kNoValue.size() - 2;
      result.text.append(line.substr(0, behind)).append(", section \".shared\"").append(line.substr(behind));
      return;
    }
    if (global && line.find(" = external ") != std::string_view::npos &&
        line.find(" global [0 x ") != std::string_view::npos)
      result.dynamic_shared.emplace_back(assembly_symbol(line));
    if (line.starts_with("declare "))
      result.called.emplace_back(assembly_symbol(line.substr(line.find('@'))));
    result.text.append(line);
  });
  return result;
}

std::vector<std::string> assembler_command(const std::filesystem::path& assembly,
                                           const std::filesystem::path& object, isa::Xlen xlen) {
  const bool wide = xlen == isa::Xlen::k64;
  return {kClang, wide ? "--target=riscv64-unknown-elf" : "--target=riscv32-unknown-elf",
          wide ? "-march=rv64imafd" : "-march=rv32imaf", wide ? "-mabi=lp64d" : "-mabi=ilp32f",
          "-mcmodel=medany", "-O2", "-fno-jump-tables",
          // Debian 12's linker does not know the relocations of DWARF 5 in lists.
          "-mno-relax", "-mllvm", "-riscv-uleb128-reloc=false",
          // Lanes that are together in the source stay together (docs/guide/kernels.md).
          "-mllvm", "-tail-dup-placement=false", "-mllvm", "-disable-early-taildup", "-mllvm",
          "-disable-tail-duplicate", "-c", assembly.string(), "-o", object.string()};
}

}  // namespace gputm::launch
