#include "gpu/message_buffer.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/message_format.h"

namespace gputm::gpu {
namespace {

// Layout as in device/gputm/print.h
constexpr std::size_t kHeaderWords = 2;  ///< words used by the records, number of messages without room
constexpr std::size_t kRecordWords = 4;  ///< words of the record, cycle (two words), address of the format
constexpr std::size_t kMostBytes = std::size_t{64} << 20;
constexpr std::size_t kMostThreadBytes = 4096, kLeastThreadBytes = 256;

struct Message {
  std::uint64_t cycle;
  std::uint32_t thread;
  std::vector<Word> record;
};

}  // namespace

void MessageBuffer::prepare(memory::BackingStore& memory, Address variable, isa::Xlen xlen,
                            std::uint32_t threads, const std::function<Address(std::size_t)>& allocate) {
  threads_ = 0;
  xlen_ = xlen;
  if (variable == 0) return;
  const std::size_t share = kMostBytes / threads / sizeof(Word) * sizeof(Word);
  stride_ = static_cast<Address>(std::clamp(share, kLeastThreadBytes, kMostThreadBytes));
  threads_ = static_cast<std::uint32_t>(std::min<std::size_t>(threads, kMostBytes / stride_));
  const std::size_t bytes = std::size_t{threads_} * stride_;
  if (bytes > bytes_) {
    address_ = allocate(bytes);
    bytes_ = bytes;
  }
  for (std::uint32_t thread = 0; thread < threads_; ++thread) {
    for (std::size_t i = 0; i < kHeaderWords; ++i)
      memory.word(address_ + thread * stride_ + static_cast<Address>(4 * i)) = 0;
  }
  const std::array<Word, 3> description{address_, stride_, threads_};
  memory.write(variable, std::as_bytes(std::span(description)));
}

void MessageBuffer::deliver(const memory::BackingStore& memory,
                            const std::function<void(std::string_view)>& print) const {
  std::vector<Message> messages;
  std::uint64_t lost = 0;
  std::vector<Word> words(stride_ / sizeof(Word));
  for (std::uint32_t thread = 0; thread < threads_; ++thread) {
    memory.read(address_ + thread * stride_, std::as_writable_bytes(std::span(words)));
    lost += words[1];
    const std::span<const Word> records =
        std::span<const Word>(words)
            .subspan(kHeaderWords)
            .first(std::min<std::size_t>(words[0], words.size() - kHeaderWords));
    // The kernel can have overwritten the records: an invalid one ends the list.
    for (std::size_t at = 0; at + kRecordWords <= records.size();) {
      const std::size_t length = records[at];
      if (length < kRecordWords || length > records.size() - at) break;
      const auto record = records.subspan(at, length);
      messages.push_back(
          {record[1] | std::uint64_t{record[2]} << 32, thread, {record.begin() + 3, record.end()}});
      at += length;
    }
  }
  std::ranges::stable_sort(messages, {}, &Message::cycle);
  for (const Message& message : messages) {
    const std::string format = string_at(memory, message.record.front());
    print(format_message(format, std::span(message.record).subspan(1), xlen_));
  }
  if (lost != 0)
    print(fmt::format("({} messages did not fit into their threads' {} bytes)\n", lost, stride_));
}

}  // namespace gputm::gpu
