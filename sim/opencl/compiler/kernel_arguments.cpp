#include "opencl/compiler/kernel_arguments.h"

#include <spdlog/fmt/fmt.h>

#include <charconv>

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
  const gpu::ValueType type = argument.numbers.front().type;
  if (type == gpu::ValueType::kPointer) return "buffer";
  const std::string name(gpu::name(type));
  return argument.numbers.size() == 1 ? name : fmt::format("{}x{}", name, argument.numbers.size());
}

bool fits(const Parameter& parameter, const Argument& argument) {
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
    if (!parameter.type) {
      throw Error(fmt::format("{}: parameter {} is '{}'; only numbers, vectors and pointers can be passed",
                              name, i + 1, parameter.text));
    }
    if (!fits(parameter, arguments[i])) {
      throw Error(fmt::format("{}: argument {} is {}, and the parameter {}", name, i + 1, kind(arguments[i]),
                              parameter.text));
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
