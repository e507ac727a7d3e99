#include "launch/data_file.h"

#include <fstream>
#include <ostream>
#include <span>

#include "launch/csv_file.h"
#include "launch/npy_file.h"

namespace gputm::launch {
namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{2} << 30;  // more than device memory has

std::string contents(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) throw Error(error.message());
  if (size > kMostBytes) throw Error("larger than 2 GiB");
  std::string text(size, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(size));
  if (!stream) throw Error("cannot be read");
  return text;
}

Data raw(const std::string& text, gpu::ValueType element) {
  const auto bytes = std::as_bytes(std::span(text));
  if (bytes.size() % gpu::bytes(element) != 0) {
    throw Error(std::to_string(bytes.size()) + " bytes are not whole numbers of " +
                std::string(gpu::name(element)));
  }
  return {element, {bytes.size() / gpu::bytes(element)}, {bytes.begin(), bytes.end()}};
}

}  // namespace

Data read_data(const std::filesystem::path& file, std::optional<gpu::ValueType> element) {
  try {
    const std::string text = contents(file);
    if (file.extension() == ".csv") return parse_csv(text, element.value_or(gpu::ValueType::kU32));
    if (file.extension() != ".npy") return raw(text, element.value_or(gpu::ValueType::kU8));
    Data data = parse_npy(text);
    if (element && data.element != *element) {
      throw Error("holds " + std::string(gpu::name(data.element)) +
                  ", and the kernel's parameter points to " + std::string(gpu::name(*element)));
    }
    return data;
  } catch (const Error& error) {
    throw Error(file.string() + ": " + error.what());
  }
}

void write_data(std::ostream& to, const std::filesystem::path& file, const Data& data) {
  if (file.extension() == ".csv") return write_csv(to, data);
  if (file.extension() == ".npy") return write_npy(to, data);
  to.write(reinterpret_cast<const char*>(data.bytes.data()), static_cast<std::streamsize>(data.bytes.size()));
}

}  // namespace gputm::launch
