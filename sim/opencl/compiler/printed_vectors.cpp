#include "opencl/compiler/printed_vectors.h"

#include <spdlog/fmt/fmt.h>

#include <set>
#include <vector>

#include "launch/device_assembly.h"
#include "opencl/compiler/assembly_lines.h"

namespace gputm::opencl {
namespace {

/// Begin and end of the arguments in a line with a call of printf; npos if it has none.
struct Arguments {
  std::size_t begin = std::string_view::npos, end = 0;
};

Arguments arguments_of_printf(std::string_view line) {
  constexpr std::string_view kCall = " @printf(";
  const std::size_t at = line.find(kCall);
  if (at == std::string_view::npos || line.find("call ") == std::string_view::npos) return {};
  const std::size_t begin = at + kCall.size();
  int depth = 0;
  for (std::size_t i = begin; i < line.size(); ++i) {
    if (line[i] == '(') ++depth;
    if (line[i] == ')' && depth-- == 0) return {begin, i};
  }
  return {};
}

std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '(' || c == '<' || c == '{') ++depth;
    if (c == ')' || c == '>' || c == '}') --depth;
    if (c != ',' || (depth != 0 && i < list.size())) continue;
    parts.push_back(list.substr(begin, i - begin));
    begin = std::min(i + 2, list.size());
  }
  return parts;
}

/// Call with the numbers of vectors, behind the lines that make these. `number`: of the call.
std::string call(std::string_view line, const Arguments& place, unsigned number) {
  std::string body, list;
  unsigned argument = 0;
  for (const std::string_view part : split(line.substr(place.begin, place.end - place.begin))) {
    ++argument;
    list += list.empty() ? "" : ", ";
    if (!part.starts_with('<')) {
      list += part;
      continue;
    }
    // <4 x float> noundef %value
    const std::size_t type_end = part.find('>') + 1;
    const std::string_view type = part.substr(0, type_end),
                           element = part.substr(part.find(" x ") + 3, type_end - 1 - part.find(" x ") - 3);
    constexpr std::string_view kDefined = " noundef";
    std::string_view value = part.substr(type_end);
    if (value.starts_with(kDefined)) value.remove_prefix(kDefined.size());
    for (unsigned lane = 0; lane < number_at(type.substr(1)); ++lane) {
      const std::string name = fmt::format("%gputm.print.{}.{}.{}", number, argument, lane);
      body += fmt::format("  {} = extractelement {}{}, i32 {}\n", name, type, value, lane);
      const std::string_view wide = element == "float"                    ? "double"
                                    : element == "i8" || element == "i16" ? "i32"
                                                                          : element;
      if (wide != element)
        body += fmt::format("  {}.wide = {} {} {} to {}\n", name, wide == "double" ? "fpext" : "zext",
                            element, name, wide);
      list += fmt::format("{}{} {}{}", lane == 0 ? "" : ", ", wide, name, wide == element ? "" : ".wide");
    }
  }
  return body + std::string(line.substr(0, place.begin)) + list + std::string(line.substr(place.end));
}

/// Format in terms of numbers, in the form of strings of LLVM. OpenCL's long has 64 bits, C's on RV32 has 32.
std::string format(std::string_view text) {
  const auto end_of = [&](std::string_view letters, std::size_t from) {
    return std::min(text.find_first_not_of(letters, from), text.size());
  };
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '%') {
      result += text[i++];
      continue;
    }
    const std::size_t field_end = end_of("-+ #0123456789.*", i + 1);
    const std::string_view field = text.substr(i, field_end - i);
    i = field_end;
    unsigned lanes = 1;
    if (i < text.size() && text[i] == 'v') {
      lanes = number_at(text.substr(i + 1));
      i = end_of("0123456789", i + 1);
    }
    const std::size_t letter = end_of("hl", i);
    const std::string_view length = text.substr(i, letter - i);
    i = std::min(letter + 1, text.size());
    const std::string_view name = text.substr(letter, i - letter);
    const bool is_float = !name.empty() && std::string_view("fFeEgGaA").find(name) != std::string_view::npos;
    // hl: numbers of 32 bits
    const std::string_view own = is_float || length == "hl" ? "" : length == "l" ? "ll" : length;
    for (unsigned lane = 0; lane < lanes; ++lane)
      result += fmt::format("{}{}{}{}", lane == 0 ? "" : ",", field, own, name);
  }
  return result;
}

/// Number of characters of a string of LLVM: `\0A` is one.
std::size_t length(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += text[i] == '\\' ? 3 : 1) ++count;
  return count;
}

/// Definition of a format: @.str = private ... constant [9 x i8] c"...\00", align 1
std::string definition(std::string_view line) {
  constexpr std::string_view kText = " x i8] c\"";
  const std::size_t at = line.find(kText);
  if (at == std::string_view::npos) return std::string(line);
  const std::size_t begin = at + kText.size(), end = line.find('"', begin);
  const std::string text = format(line.substr(begin, end - begin));
  return fmt::format("{}{}{}{}{}", line.substr(0, line.rfind('[', at) + 1), length(text), kText, text,
                     line.substr(end));
}

}  // namespace

std::string print_numbers(std::string_view assembly) {
  std::set<std::string_view> formats;
  for_each_line(assembly, [&](std::string_view line) {
    const Arguments place = arguments_of_printf(line);
    if (place.begin == std::string_view::npos) return;
    const std::size_t at = line.find('@', place.begin);
    if (at < place.end) formats.insert(launch::assembly_symbol(line.substr(at)));
  });
  std::string result;
  unsigned calls = 0;
  for_each_line(assembly, [&](std::string_view line) {
    const Arguments place = arguments_of_printf(line);
    if (place.begin != std::string_view::npos) {
      result += call(line, place, calls++);
    } else if (line.starts_with('@') && formats.contains(launch::assembly_symbol(line))) {
      result += definition(line);
    } else {
      result += line;
    }
    result += '\n';
  });
  return result;
}

}  // namespace gputm::opencl
