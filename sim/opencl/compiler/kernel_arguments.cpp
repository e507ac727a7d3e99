#include "opencl/compiler/kernel_arguments.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/read_file.h"
#include "base/settings.h"
#include "launch/argument_text.h"

namespace gputm::opencl {
namespace {

std::optional<unsigned> lane_count(std::string_view text) {
  for (const unsigned lanes : {2U, 3U, 4U, 8U, 16U})
    if (text == std::to_string(lanes)) return lanes;
  return std::nullopt;
}

/// "f32x4", "buffer", "local memory": an argument's kind in messages.
std::string kind(const Argument& argument) {
  if (argument.local_bytes) return "local memory";
  if (argument.struct_bytes) return fmt::format("a structure of {} bytes", *argument.struct_bytes);
  const gpu::ValueType type = argument.numbers.front().type;
  if (type == gpu::ValueType::kPointer) return "buffer";
  const std::string name(gpu::name(type));
  return argument.numbers.size() == 1 ? name : fmt::format("{}x{}", name, argument.numbers.size());
}

/// Words of 64 bits, the last one filled with zeros.
std::vector<gpu::Argument> words_of(std::span<const std::byte> bytes) {
  std::vector<gpu::Argument> words;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, &bytes[at], std::min(bytes.size() - at, sizeof word));
    words.emplace_back(word);
  }
  return words;
}

Argument parse_struct(std::string_view members, const std::string& option) {
  std::vector<std::byte> bytes;
  std::size_t alignment = 1;
  if (members.starts_with('@')) {
    const std::string file(members.substr(1));
    try {
      const std::string contents = read_file(file);
      const auto view = std::as_bytes(std::span(contents));
      bytes.assign(view.begin(), view.end());
    } catch (const FileError& error) {
      throw Error(fmt::format("{}: {}: {}", option, file, error.what()));
    }
  } else {
    for (std::size_t begin = 0; begin <= members.size();) {
      const std::size_t end = std::min(members.find(',', begin), members.size());
      const gpu::Argument member = launch::parse_argument(members.substr(begin, end - begin));
      const std::size_t size = gpu::bytes(member.type);
      bytes.resize((bytes.size() + size - 1) / size * size + size);
      std::memcpy(&bytes[bytes.size() - size], &member.bits, size);
      alignment = std::max(alignment, size);
      begin = end + 1;
    }
    bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
  }
  if (bytes.empty()) throw Error(option + ": the structure has no bytes");
  return {words_of(bytes), {}, static_cast<std::uint32_t>(bytes.size())};
}

bool fits(const Parameter& parameter, const Argument& argument) {
  if (parameter.struct_bytes != 0 || argument.struct_bytes)
    return argument.struct_bytes.value_or(0) == parameter.struct_bytes;
  return argument.local_bytes.has_value() == parameter.is_local &&
         argument.numbers.size() == parameter.lanes && argument.numbers.front().type == *parameter.type;
}

}  // namespace

gpu::KernelSignature Kernel::signature() const {
  return {name, symbol, 0, std::vector<gpu::Parameter>(parameters.begin(), parameters.end())};
}

Argument parse_argument(std::string_view text) {
  const std::string option = "--arg " + shown(text);
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view type = text.substr(0, colon);
  if (type == "local" && colon < text.size()) {
    const std::string_view value = text.substr(colon + 1);
    std::uint32_t bytes = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), bytes);
    if (error != std::errc() || end != value.data() + value.size())
      throw Error(option + ": '" + shown(value) + "' is not a number of bytes");
    return {{gpu::pointer(0)}, bytes};
  }
  if (type == "struct" && colon < text.size()) return parse_struct(text.substr(colon + 1), option);
  const std::size_t cross = type.find('x');
  if (cross == std::string_view::npos) return {{launch::parse_argument(text)}, {}};
  const std::optional<unsigned> lanes = lane_count(type.substr(cross + 1));
  if (!lanes) throw Error(option + ": vectors have 2, 3, 4, 8 or 16 numbers");
  Argument argument;
  const std::string element(type.substr(0, cross));
  for (std::size_t begin = std::min(colon + 1, text.size()); begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    argument.numbers.push_back(
        launch::parse_argument(element + ":" + std::string(text.substr(begin, end - begin))));
    begin = end + 1;
  }
  if (argument.numbers.size() != *lanes)
    throw Error(fmt::format("{}: {} numbers given, {} wanted", option, argument.numbers.size(), *lanes));
  return argument;
}

void check_arguments(const Kernel& kernel, std::span<const Argument> arguments) {
  const std::string name = "kernel " + kernel.signature().text();
  if (arguments.size() != kernel.parameters.size()) {
    throw Error(fmt::format("{}: {} argument{} given, {} wanted", name, arguments.size(),
                            arguments.size() == 1 ? "" : "s", kernel.parameters.size()));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Parameter& parameter = kernel.parameters[i];
    if (!parameter.type && parameter.struct_bytes == 0) {
      throw Error(fmt::format(
          "{}: parameter {} is '{}'; only numbers, vectors, structures and pointers can be passed", name,
          i + 1, parameter.text));
    }
    if (!fits(parameter, arguments[i])) {
      const std::string size = parameter.struct_bytes == 0
                                   ? std::string()
                                   : fmt::format(", a structure of {} bytes", parameter.struct_bytes);
      throw Error(fmt::format("{}: argument {} is {}, and the parameter {}{}", name, i + 1,
                              kind(arguments[i]), parameter.text, size));
    }
  }
}

void check_block(const Kernel& kernel, const gpu::Extent& block) {
  if (!kernel.block) return;
  const auto sizes = [](const gpu::Extent& extent) {
    return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
  };
  if (sizes(*kernel.block) != sizes(block)) {
    throw Error(fmt::format("--block: kernel {} has reqd_work_group_size {}, not {}", kernel.name,
                            sizes(*kernel.block), sizes(block)));
  }
}

}  // namespace gputm::opencl
