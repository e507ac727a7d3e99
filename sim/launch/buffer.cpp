#include "launch/buffer.h"

#include <utility>

#include "launch/data_file.h"

namespace gputm::launch {

Buffer::Buffer(BufferText text, const gpu::Parameter* parameter) : text_(std::move(text)) {
  const std::optional<gpu::ValueType> element = parameter == nullptr ? std::nullopt : parameter->element;
  try {
    if (text_.read) {
      data_ = read_data(text_.file, element);
      return;
    }
    data_.element = element.value_or(gpu::ValueType::kU32);
    if (text_.bytes % gpu::bytes(data_.element) != 0) {
      throw Error(std::to_string(text_.bytes) + " bytes are not whole numbers of " +
                  std::string(gpu::name(data_.element)));
    }
    data_.bytes.resize(text_.bytes);
    data_.shape = {data_.count()};
  } catch (const Error& error) {
    throw Error("buffer " + text_.name + ": " + error.what());
  }
}

void Buffer::upload(gpu::Gpu& gpu) {
  try {
    address_ = gpu.upload(std::span<const std::byte>(data_.bytes));
  } catch (const Error& error) {
    throw Error("buffer " + text_.name + ": " + error.what());
  }
}

void Buffer::download(const gpu::Gpu& gpu) { gpu.read(address_, data_.bytes); }

}  // namespace gputm::launch
