#include "launch/npy_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <ostream>
#include <span>
#include <utility>

#include "base/settings.h"

namespace gputm::launch {
namespace {

using gpu::ValueType;

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::array<std::pair<std::string_view, ValueType>, 11> kTypes = {{{"|u1", ValueType::kU8},
                                                                            {"|i1", ValueType::kI8},
                                                                            {"<u2", ValueType::kU16},
                                                                            {"<i2", ValueType::kI16},
                                                                            {"<u4", ValueType::kU32},
                                                                            {"<i4", ValueType::kI32},
                                                                            {"<u8", ValueType::kU64},
                                                                            {"<i8", ValueType::kI64},
                                                                            {"<f4", ValueType::kF32},
                                                                            {"<f8", ValueType::kF64},
                                                                            {"|b1", ValueType::kBool}}};
using Type = std::pair<std::string_view, ValueType>;

/// Text after "'key':" in the header, a Python dictionary.
std::string_view value_of(std::string_view header, std::string_view key) {
  const std::size_t at = header.find("'" + std::string(key) + "'");
  const std::size_t colon = at == std::string_view::npos ? at : header.find(':', at);
  if (colon == std::string_view::npos) throw Error("damaged header: no " + std::string(key));
  header.remove_prefix(colon + 1);
  return header.substr(std::min(header.find_first_not_of(' '), header.size()));
}

std::vector<std::size_t> shape_of(std::string_view text) {
  std::vector<std::size_t> shape;
  if (!text.starts_with('(')) throw Error("damaged header: shape");
  text.remove_prefix(1);
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
    if (text.starts_with(')')) return shape;
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc()) throw Error("damaged header: shape");
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    shape.push_back(size);
  }
}

/// Text of the header, and the data after it.
std::pair<std::string_view, std::string_view> split(std::string_view file) {
  if (!file.starts_with(kMagic) || file.size() < 10) throw Error("not a .npy file");
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(file[i]));
  };
  std::size_t length = byte(8) | byte(9) << 8, begin = 10;
  if (byte(6) > 1) {
    if (file.size() < 12) throw Error("not a .npy file");
    length |= byte(10) << 16 | byte(11) << 24;
    begin = 12;
  }
  if (length > file.size() - begin) throw Error("damaged: it ends within its header");
  return {file.substr(begin, length), file.substr(begin + length)};
}

}  // namespace

Data parse_npy(std::string_view file) {
  const auto [header, contents] = split(file);
  const std::string_view descr = value_of(header, "descr");
  const std::string_view code = descr.size() >= 5 ? descr.substr(1, 3) : "";
  const auto* const type = std::ranges::find(kTypes, code, &Type::first);
  if (type == kTypes.end()) {
    throw Error("numbers of type " + shown(descr.substr(0, descr.find(','))) +
                "; those that can be used are u1, u2, u4, u8, i1, i2, i4, i8, f4, f8 and b1, little-endian");
  }
  Data data{type->second, shape_of(value_of(header, "shape")), {}};
  if (!value_of(header, "fortran_order").starts_with("False") && data.shape.size() > 1)
    throw Error("an array in Fortran order; write it with numpy.ascontiguousarray");
  std::size_t bytes = gpu::bytes(data.element);
  for (const std::size_t size : data.shape) {
    if (size != 0 && bytes > std::numeric_limits<std::size_t>::max() / size)
      throw Error("damaged header: shape");
    bytes *= size;
  }
  if (bytes != contents.size()) {
    throw Error("its shape is of " + std::to_string(bytes) + " bytes, and it has " +
                std::to_string(contents.size()));
  }
  const auto all = std::as_bytes(std::span(contents));
  data.bytes.assign(all.begin(), all.end());
  return data;
}

void write_npy(std::ostream& to, const Data& data) {
  const auto* const type = std::ranges::find(kTypes, data.element, &Type::second);
  std::string header = "{'descr': '" + std::string(type->first) + "', 'fortran_order': False, 'shape': (";
  for (const std::size_t size : data.shape) header += std::to_string(size) + ", ";
  if (data.shape.size() > 1) header.resize(header.size() - 2);
  header += "), }";
  // Magic, version, length and header together fill a multiple of 64 bytes.
  header.resize((10 + header.size() + 1 + 63) / 64 * 64 - 10, ' ');
  header.back() = '\n';
  to << kMagic << '\1' << '\0' << static_cast<char>(header.size() & 0xff)
     << static_cast<char>(header.size() >> 8) << header;
  to.write(reinterpret_cast<const char*>(data.bytes.data()), static_cast<std::streamsize>(data.bytes.size()));
}

}  // namespace gputm::launch
