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

/// Structures among the parameters of a function's definition, `byval(TYPE) align N`, by their places
struct StructParameter {
  std::string type;
  unsigned alignment = 1;
};
std::map<std::size_t, StructParameter> struct_parameters(std::string_view definition) {
  constexpr std::string_view kByValue = " byval(", kAlign = ") align ";
  std::map<std::size_t, StructParameter> found;
  // Parameters are separated by commas outside of all brackets.
  std::size_t place = 0;
  int depth = 0;
  for (std::size_t i = definition.find('(', definition.find('@')); i < definition.size(); ++i) {
    const char c = definition[i];
    if (depth == 1 && c == ',') ++place;
    if (depth == 1 && definition.substr(i).starts_with(kByValue)) {
      const std::size_t begin = i + kByValue.size(), end = definition.find(kAlign, begin);
      if (end != std::string_view::npos)
        found[place] = {std::string(definition.substr(begin, end - begin)),
                        number_at(definition.substr(end + kAlign.size()))};
    }
    if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
    if ((c == ')' || c == ']' || c == '}' || c == '>') && --depth == 0) break;
  }
  return found;
}

/// Bytes of a function's parameter, by the debug information of its definition; 0: it has none.
std::uint32_t parameter_bytes(std::string_view definition, std::size_t place, const Metadata& metadata) {
  const auto follow = [&](std::string_view node, std::string_view mark) {
    const std::optional<unsigned> next = number_behind(node, mark);
    return next ? metadata.node(*next) : std::string_view();
  };
  std::string_view types = follow(follow(follow(definition, " !dbg !"), "type: !"), "types: !");
  // "!{null, !13, !36}": the result's type comes first.
  for (std::size_t i = 0; i <= place && !types.empty(); ++i) {
    const std::size_t comma = types.find(", ");
    types = comma == std::string_view::npos ? std::string_view() : types.substr(comma + 2);
  }
  if (!types.starts_with('!')) return 0;
  std::string_view type = metadata.node(number_at(types.substr(1)));
  while (type.find("DIDerivedType(") != std::string_view::npos) type = follow(type, "baseType: !");
  return number_behind(type, " size: ").value_or(0) / 8;
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
  for (const auto& [place, type] : struct_parameters(line))
    if (place < kernel.parameters.size())
      kernel.parameters[place].struct_bytes = parameter_bytes(line, place, metadata);
  const auto block = metadata.list(line, "reqd_work_group_size");
  if (block.size() == 3) kernel.block = {number_at(block[0]), number_at(block[1]), number_at(block[2])};
  return kernel;
}

/// Function that takes the numbers of vectors and the words of structures one by one, as arguments of a
/// launch are placed, and calls the kernel.
std::string entry(const Kernel& kernel, std::string_view definition, const Metadata& metadata) {
  const auto spaces = metadata.list(definition, "kernel_arg_addr_space");
  const auto structs = struct_parameters(definition);
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
    if (parameter.struct_bytes != 0) {
      const unsigned words = (parameter.struct_bytes + 7) / 8;
      const StructParameter& passed = structs.at(i);
      body += fmt::format("  %p{} = alloca [{} x i64], align {}\n", i, words, std::max(passed.alignment, 8U));
      for (unsigned word = 0; word < words; ++word) {
        separate(parameters), parameters += fmt::format("i64 %p{}.{}", i, word);
        body += fmt::format("  %a{0}.{1} = getelementptr i64, ptr %p{0}, i32 {1}\n", i, word);
        body += fmt::format("  store i64 %p{0}.{1}, ptr %a{0}.{1}\n", i, word);
      }
      separate(arguments);
      arguments += fmt::format("ptr byval({}) align {} %p{}", passed.type, passed.alignment, i);
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

/// Whether arguments must be put together, and can be.
bool needs_entry(const Kernel& kernel) {
  const auto is_whole = [](const Parameter& parameter) {
    return parameter.lanes > 1 || parameter.struct_bytes != 0;
  };
  const auto is_known = [](const Parameter& parameter) {
    return parameter.type.has_value() || parameter.struct_bytes != 0;
  };
  return std::ranges::any_of(kernel.parameters, is_whole) && std::ranges::all_of(kernel.parameters, is_known);
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
      if (needs_entry(found)) {
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
