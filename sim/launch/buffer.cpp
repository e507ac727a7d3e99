#include "launch/buffer.h"

#include <cstdint>
#include <utility>

#include "core/device_memory_map.h"
#include "launch/data_file.h"

namespace gputm::launch {
namespace {

/// Unused bytes after each buffer. A power of two larger than the interleave of addresses, so that buffers
/// fall on the same caches, banks and partitions as without the gap
constexpr std::size_t kGuardBytes = std::size_t{1} << 20;

}  // namespace

Buffer::Buffer(BufferText text) : text_(std::move(text)) {
  try {
    if (text_.read) contents_ = read_contents(text_.file);
    if (text_.written) check_kind(text_.file);
    constexpr std::uint64_t kMost = core::kHeapEnd - core::kHeapBase;
    if (text_.bytes > kMost) {
      throw Error(std::to_string(text_.bytes) + " bytes are outside 0.." + std::to_string(kMost) +
                  ", the device's memory");
    }
  } catch (const Error& error) {
    throw Error("buffer " + text_.name + ": " + error.what());
  }
}

Buffer::Buffer(std::string name, Data data, bool writable)
    : text_{.name = std::move(name), .file = {}},
      in_memory_(true),
      writable_(writable),
      data_(std::move(data)) {}

void Buffer::interpret(const gpu::Parameter* parameter) {
  const std::optional<gpu::ValueType> element = parameter == nullptr ? std::nullopt : parameter->element;
  try {
    if (in_memory_) {
      check_element(data_, element);
      text_.written = parameter == nullptr || !parameter->read_only;
      if (text_.written && !writable_)
        throw Error("is read-only, and the kernel's parameter is no pointer to const");
      return;
    }
    if (text_.read) {
      data_ = parse_data(contents_, text_.file, element);
      contents_ = {};
      return;
    }
    const bool words = text_.bytes % gpu::bytes(gpu::ValueType::kU32) == 0;
    data_.element = element.value_or(words ? gpu::ValueType::kU32 : gpu::ValueType::kU8);
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
    address_ = gpu.upload(std::span<const std::byte>(data_.bytes), text_.name, kGuardBytes);
  } catch (const Error& error) {
    throw Error("buffer " + text_.name + ": " + error.what());
  }
}

void Buffer::download(const gpu::Gpu& gpu) { gpu.read(address_, data_.bytes); }

}  // namespace gputm::launch
