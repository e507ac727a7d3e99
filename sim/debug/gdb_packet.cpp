#include "debug/gdb_packet.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <numeric>

namespace gputm::debug {
namespace {

std::string sum_of(std::string_view payload) {
  const auto add = [](unsigned sum, char c) { return sum + static_cast<unsigned char>(c); };
  return fmt::format("{:02x}", std::accumulate(payload.begin(), payload.end(), 0U, add) & 0xFF);
}

}  // namespace

std::string packet(std::string_view payload) { return fmt::format("${}#{}", payload, sum_of(payload)); }

std::string to_hex(std::span<const std::byte> bytes) {
  std::string digits;
  for (const std::byte byte : bytes) digits += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return digits;
}

std::uint64_t take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  if (error != std::errc()) throw Refused();
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::string take_bytes(std::string_view& text, std::uint64_t count) {
  if (count > text.size() / 2) throw Refused();
  std::string bytes;
  for (; bytes.size() < count; text.remove_prefix(2)) {
    std::string_view digits = text.substr(0, 2);
    bytes += static_cast<char>(take_number(digits));
    if (!digits.empty()) throw Refused();
  }
  return bytes;
}

bool take(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

void expect(std::string_view& text, std::string_view start) {
  if (!take(text, start)) throw Refused();
}

std::optional<PacketReader::Event> PacketReader::next() {
  const std::size_t begin = bytes_.find_first_of("$\3");
  bytes_.erase(0, std::min(begin, bytes_.size()));
  if (bytes_.starts_with('\3')) {
    bytes_.erase(0, 1);
    return Event{Kind::kInterrupt};
  }
  const std::size_t end = bytes_.find('#');
  if (end == std::string::npos || end + 2 >= bytes_.size()) {
    if (bytes_.size() <= kMostBytes) return std::nullopt;
    bytes_.clear();
    return Event{Kind::kDamaged};
  }
  Event event{Kind::kPacket, bytes_.substr(1, end - 1)};
  if (sum_of(event.payload) != bytes_.substr(end + 1, 2)) event = {Kind::kDamaged};
  bytes_.erase(0, end + 3);
  return event;
}

}  // namespace gputm::debug
