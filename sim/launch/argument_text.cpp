#include "launch/argument_text.h"

#include <cstring>
#include <vector>

#include "base/settings.h"
#include "launch/data.h"

namespace gputm::launch {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

template <typename T>
T number(std::string_view text, gpu::ValueType type) {
  Data data{type, {}, {}};
  append_number(data, text);
  T value{};
  std::memcpy(&value, data.bytes.data(), sizeof value);
  return value;
}

std::uint64_t byte_count(const std::string& option, std::string_view text) {
  try {
    return number<std::uint32_t>(text, gpu::ValueType::kU32);
  } catch (const Error& error) {
    throw Error(option + ": BYTES: " + error.what());
  }
}

}  // namespace

gpu::Argument parse_number(gpu::ValueType type, std::string_view text) {
  if (type == gpu::ValueType::kPointer) throw Error("is a number, and the kernel's parameter a pointer");
  Data data{type, {}, {}};
  append_number(data, text);
  std::uint64_t bits = 0;
  std::memcpy(&bits, data.bytes.data(), data.bytes.size());
  if (gpu::is_signed(type)) {  // a narrow number fills its register
    const auto unused = static_cast<unsigned>(64 - 8 * data.bytes.size());
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
  }
  return {type, bits};
}

gpu::Argument parse_argument(std::string_view text) {
  const std::string option = "--arg " + shown(text);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) throw Error(option + ": is not TYPE:VALUE, such as u32:5");
  const auto type = gpu::value_type(text.substr(0, colon));
  if (!type) {
    std::vector<std::string> names;
    for (const gpu::ValueTypeInfo& known : gpu::kValueTypes) names.emplace_back(known.name);
    throw Error(option + ": unknown type '" + shown(text.substr(0, colon)) + "'" +
                suggestion(text.substr(0, colon), names));
  }
  if (*type == gpu::ValueType::kPointer) throw Error(option + ": use --buffer for memory");
  try {
    return parse_number(*type, text.substr(colon + 1));
  } catch (const Error& error) {
    throw Error(option + ": " + error.what());
  }
}

BufferText parse_buffer(std::string_view text) {
  const std::string option = "--buffer " + shown(text);
  const std::vector<std::string_view> parts = split(text, ':');
  if (parts.size() < 2 || parts.size() > 4 || parts[0].empty() || parts[1].empty())
    throw Error(option + ": is none of NAME:FILE[:r], NAME:FILE:rw, NAME:FILE:w:BYTES, NAME:zero:BYTES");
  BufferText buffer{std::string(parts[0]), {}};
  if (parts[1] == "zero") {
    if (parts.size() != 3) throw Error(option + ": zero wants its size, NAME:zero:BYTES");
    buffer.bytes = byte_count(option, parts[2]);
    return buffer;
  }
  buffer.file = parts[1];
  const std::string_view access = parts.size() > 2 ? parts[2] : "r";
  if (access != "r" && access != "w" && access != "rw")
    throw Error(option + ": access '" + shown(access) + "' is none of r, w, rw");
  buffer.read = access != "w";
  buffer.written = access != "r";
  if (buffer.read && parts.size() > 3)
    throw Error(option + ": the file tells the size; BYTES are for w and zero");
  if (!buffer.read) {
    if (parts.size() != 4) throw Error(option + ": w wants the size, NAME:FILE:w:BYTES");
    buffer.bytes = byte_count(option, parts[3]);
  }
  return buffer;
}

std::vector<std::string> split_words(std::string_view option, std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;  // inside a word
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n';
    if (quote == 0 && blank) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    const bool escapes =
        quote == 0 || (quote == '"' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\'));
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && escapes) {
      if (++i == text.size()) throw Error(std::string(option) + ": ends in a backslash");
      words.back() += text[i];
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) throw Error(std::string(option) + ": the quote " + quote + " has no end in " + shown(text));
  return words;
}

gpu::Extent parse_extent(std::string_view option, std::string_view text, std::uint32_t least) {
  gpu::Extent extent = {least, least, least};
  const std::vector<std::string_view> parts = split(text, 'x');
  const std::string start = std::string(option) + " " + shown(text) + ": ";
  if (parts.size() > 3) throw Error(start + "is not X, XxY or XxYxZ");
  std::uint32_t* const along[] = {&extent.x, &extent.y, &extent.z};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    try {
      *along[i] = number<std::uint32_t>(parts[i], gpu::ValueType::kU32);
    } catch (const Error& error) {
      throw Error(start + error.what());
    }
    if (*along[i] < least) throw Error(start + "0 is outside 1..4294967295");
  }
  return extent;
}

}  // namespace gputm::launch
