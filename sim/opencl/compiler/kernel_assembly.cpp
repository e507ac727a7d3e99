#include "opencl/compiler/kernel_assembly.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "launch/device_assembly.h"
#include "opencl/compiler/assembly_lines.h"
#include "opencl/compiler/printed_vectors.h"

namespace gputm::opencl {
namespace {

using gpu::ValueType;

/// Number behind `mark`; none if the line does not have the mark.
std::optional<unsigned> number_behind(std::string_view line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  return number_at(line.substr(at + mark.size()));
}

/// Nodes of metadata, `!7 = !{...}`, by their numbers
class Metadata {
 public:
  explicit Metadata(std::string_view text) {
    for_each_line(text, [&](std::string_view line) {
      constexpr std::string_view kIs = " = ";
      const std::size_t is = line.find(kIs);
      if (line.starts_with('!') && is != std::string_view::npos && line.size() > 1 && line[1] >= '0' &&
          line[1] <= '9')
        nodes_[number_at(line.substr(1))] = line.substr(is + kIs.size());
    });
  }

  std::string_view node(unsigned number) const {
    const auto found = nodes_.find(number);
    return found == nodes_.end() ? std::string_view() : found->second;
  }
  /// Elements of the list that the line attaches as `name`: strings and numbers as text.
  std::vector<std::string> list(std::string_view line, std::string_view name) const {
    const std::optional<unsigned> number = number_behind(line, fmt::format(" !{} !", name));
    std::vector<std::string> elements;
    if (!number) return elements;
    constexpr std::string_view kBegin = "!{";
    std::string_view rest = node(*number);
    if (!rest.starts_with(kBegin)) return elements;
    rest.remove_prefix(kBegin.size());
    while (!rest.empty() && rest.front() != '}') {
      const bool text = rest.starts_with("!\"");
      const std::size_t begin = rest.find(text ? '"' : ' ') + 1;
      const std::size_t end = text ? rest.find('"', begin) : rest.find_first_of(",}", begin);
      elements.emplace_back(rest.substr(begin, end - begin));
      rest.remove_prefix(rest.find_first_of(",}", end));
      if (rest.starts_with(", ")) rest.remove_prefix(2);
    }
    return elements;
  }

 private:
  std::map<unsigned, std::string_view> nodes_;
};

struct NumberType {
  std::string_view name;  ///< in OpenCL C
  ValueType type;
  std::string_view parameter;  ///< of a function in LLVM assembly
};
constexpr std::array<NumberType, 10> kNumbers = {{{"char", ValueType::kI8, "i8 signext"},
                                                  {"uchar", ValueType::kU8, "i8 zeroext"},
                                                  {"short", ValueType::kI16, "i16 signext"},
                                                  {"ushort", ValueType::kU16, "i16 zeroext"},
                                                  {"int", ValueType::kI32, "i32"},
                                                  {"uint", ValueType::kU32, "i32"},
                                                  {"long", ValueType::kI64, "i64"},
                                                  {"ulong", ValueType::kU64, "i64"},
                                                  {"float", ValueType::kF32, "float"},
                                                  {"double", ValueType::kF64, "double"}}};

/// Number or vector: its type and the number of its lanes
std::optional<std::pair<const NumberType*, unsigned>> number_or_vector(std::string_view text) {
  constexpr std::string_view kVector = " __attribute__((ext_vector_type(";
  const std::size_t at = text.find(kVector);
  const auto* const found = std::ranges::find(kNumbers, text.substr(0, at), &NumberType::name);
  if (found == kNumbers.end()) return std::nullopt;
  return std::pair(found, at == std::string_view::npos ? 1 : number_at(text.substr(at + kVector.size())));
}

std::string vector_name(const NumberType& number, unsigned lanes) {
  const std::string name(gpu::name(number.type));
  return lanes == 1 ? name : fmt::format("{}x{}", name, lanes);
}

/// Address spaces in the metadata of kernels
constexpr std::string_view kConstant = "2", kLocal = "3";

/// `base`: the type without names given to it.
Parameter parameter(const std::string& space, const std::string& type, std::string_view base, bool is_const) {
  Parameter result;
  if (!base.ends_with('*')) {
    result.text = type;
    if (const auto number = number_or_vector(base)) {
      result.type = number->first->type;
      result.lanes = number->second;
      result.text = vector_name(*number->first, number->second);
    }
    return result;
  }
  base.remove_suffix(1);
  result.type = ValueType::kPointer;
  result.is_local = space == kLocal;
  const auto number = number_or_vector(base);
  if (number) result.element = number->first->type;
  result.read_only = is_const || space == kConstant;
  result.text = fmt::format("{}{}{}", result.is_local ? "local " : "", result.read_only ? "const " : "",
                            number ? vector_name(*number->first, number->second) + "*" : type);
  return result;
}

/// Kernel defined by a line of the assembly.
Kernel kernel(std::string_view line, const Metadata& metadata) {
  Kernel kernel;
  kernel.name = launch::assembly_symbol(line.substr(line.find('@')));
  kernel.symbol = kernel.name;
  const auto spaces = metadata.list(line, "kernel_arg_addr_space"),
             types = metadata.list(line, "kernel_arg_type"),
             bases = metadata.list(line, "kernel_arg_base_type"),
             qualifiers = metadata.list(line, "kernel_arg_type_qual");
  for (std::size_t i = 0; i < types.size(); ++i)
    kernel.parameters.push_back(
        parameter(spaces[i], types[i], bases[i], qualifiers[i].find("const") != std::string::npos));
  const auto block = metadata.list(line, "reqd_work_group_size");
  if (block.size() == 3) kernel.block = {number_at(block[0]), number_at(block[1]), number_at(block[2])};
  return kernel;
}

/// Function that takes the numbers of vectors one by one, as arguments of a launch are placed, and calls the
/// kernel.
std::string entry(const Kernel& kernel, std::string_view definition, const Metadata& metadata) {
  const auto spaces = metadata.list(definition, "kernel_arg_addr_space");
  std::string parameters, body, arguments;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const Parameter& parameter = kernel.parameters[i];
    const auto separate = [](std::string& list) { list += list.empty() ? "" : ", "; };
    if (parameter.type == ValueType::kPointer) {
      // In the metadata of kernels, memory of constants is 2; on NVPTX it is 4.
      const std::string pointer =
          fmt::format("ptr addrspace({}) %p{}", spaces[i] == kConstant ? "4" : spaces[i], i);
      separate(parameters), parameters += pointer;
      separate(arguments), arguments += pointer;
      continue;
    }
    const std::string_view number =
        std::ranges::find(kNumbers, *parameter.type, &NumberType::type)->parameter;
    const std::string_view type = number.substr(0, number.find(' '));
    separate(arguments);
    if (parameter.lanes == 1) {
      separate(parameters), parameters += fmt::format("{} %p{}", number, i);
      arguments += fmt::format("{} %p{}", number, i);
      continue;
    }
    std::string vector = "poison";
    for (unsigned lane = 0; lane < parameter.lanes; ++lane) {
      separate(parameters), parameters += fmt::format("{} %p{}.{}", number, i, lane);
      body += fmt::format("  %v{0}.{1} = insertelement <{2} x {3}> {4}, {3} %p{0}.{1}, i32 {1}\n", i, lane,
                          parameter.lanes, type, vector);
      vector = fmt::format("%v{}.{}", i, lane);
    }
    arguments += fmt::format("<{} x {}> {}", parameter.lanes, type, vector);
  }
  return fmt::format("define void @{}({}) {{\n{}  call spir_kernel void @{}({})\n  ret void\n}}\n",
                     kernel.symbol, parameters, body, kernel.name, arguments);
}

bool has_vectors(const Kernel& kernel) {
  return std::ranges::any_of(kernel.parameters,
                             [](const Parameter& parameter) { return parameter.lanes > 1; }) &&
         std::ranges::all_of(kernel.parameters,
                             [](const Parameter& parameter) { return parameter.type.has_value(); });
}

/// Removes an attribute of a function: ` "name"="value"`.
void remove_attribute(std::string& line, std::string_view name) {
  const std::size_t at = line.find(fmt::format(" \"{}\"=\"", name));
  if (at == std::string::npos) return;
  line.erase(at, line.find('"', at + name.size() + 5) + 1 - at);
}

}  // namespace

KernelAssembly prepare_kernels(std::string_view text, isa::Xlen xlen) {
  const launch::DeviceAssembly device = launch::prepare_assembly(print_numbers(text));
  const Metadata metadata(device.text);
  KernelAssembly result;
  std::map<std::string, unsigned, std::less<>> called;
  for (const std::string& symbol : device.called) called[symbol] = 0;
  std::string entries;
  for_each_line(device.text, [&](std::string_view line) {
    std::string own(line);
    if (line.starts_with("target datalayout")) {
      own = xlen == isa::Xlen::k64 ? R"(target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128")"
                                   : R"(target datalayout = "e-m:e-p:32:32-i64:64-n32-S128")";
    } else if (line.starts_with("target triple")) {
      own = xlen == isa::Xlen::k64 ? R"(target triple = "riscv64-unknown-unknown-elf")"
                                   : R"(target triple = "riscv32-unknown-unknown-elf")";
    } else if (line.starts_with("attributes #")) {
      for (const std::string_view name : {"target-features", "target-cpu", "frame-pointer"})
        remove_attribute(own, name);
    } else if (line.starts_with("define ") && line.find(" spir_kernel ") != std::string_view::npos) {
      Kernel found = kernel(line, metadata);
      if (has_vectors(found)) {
        found.symbol = "__gputm_launch_" + found.name;
        entries += entry(found, line, metadata);
      }
      result.kernels.push_back(std::move(found));
    } else if (line.find("call ") != std::string_view::npos) {
      const std::size_t at = line.find('@');
      const auto function =
          at == std::string_view::npos ? called.end() : called.find(launch::assembly_symbol(line.substr(at)));
      const std::optional<unsigned> place = number_behind(line, "!dbg !");
      if (function != called.end() && function->second == 0 && place)
        function->second = number_behind(metadata.node(*place), "line: ").value_or(0);
    }
    result.uses_half |=
        line.find(" half ") != std::string_view::npos || line.find(" to half") != std::string_view::npos;
    result.text.append(own).append("\n");
  });
  result.text += entries;
  for (const auto& [symbol, line] : called) result.called.push_back({symbol, line});
  return result;
}

}  // namespace gputm::opencl
