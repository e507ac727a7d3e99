#include "launch/data_file.h"

#include <cctype>
#include <cstdint>
#include <ostream>
#include <span>

#include "base/read_file.h"
#include "launch/csv_file.h"
#include "launch/npy_file.h"

namespace gputm::launch {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30;  // larger than device memory

/// Lower-case extension: ".npy" also for X.NPY.
std::string kind_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension;
}

Data raw(std::string_view text, gpu::ValueType element) {
  const auto bytes = std::as_bytes(std::span(text));
  if (bytes.size() % gpu::bytes(element) != 0) {
    throw Error(std::to_string(bytes.size()) + " bytes are not whole numbers of " +
                std::string(gpu::name(element)));
  }
  return {element, {bytes.size() / gpu::bytes(element)}, {bytes.begin(), bytes.end()}};
}

}  // namespace

void check_kind(const std::filesystem::path& file) {
  if (kind_of(file) != ".npz") return;
  throw Error(file.string() + ": an archive of arrays; write the array alone, as .npy, with numpy.save");
}

std::string read_contents(const std::filesystem::path& file) {
  check_kind(file);
  try {
    return read_file(file.string(), kMostBytes);
  } catch (const FileError& error) {
    throw Error(file.string() + ": " + error.what());
  }
}

Data parse_data(std::string_view text, const std::filesystem::path& file,
                std::optional<gpu::ValueType> element) {
  try {
    if (kind_of(file) == ".csv") return parse_csv(text, element.value_or(gpu::ValueType::kU32));
    if (kind_of(file) != ".npy") return raw(text, element.value_or(gpu::ValueType::kU8));
    Data data = parse_npy(text);
    check_element(data, element);
    return data;
  } catch (const Error& error) {
    throw Error(file.string() + ": " + error.what());
  }
}

void write_data(std::ostream& to, const std::filesystem::path& file, const Data& data) {
  if (kind_of(file) == ".csv") return write_csv(to, data);
  if (kind_of(file) == ".npy") return write_npy(to, data);
  to.write(reinterpret_cast<const char*>(data.bytes.data()), static_cast<std::streamsize>(data.bytes.size()));
}

}  // namespace gputm::launch
