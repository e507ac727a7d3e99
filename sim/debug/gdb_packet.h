// Packets of gdb's remote protocol: "$PAYLOAD#SUM", in which numbers are hexadecimal, and the byte 3, an
// interrupt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gputm::debug {

/// A packet cannot be understood, or asks for what is not there.
struct Refused {};

/// Packet with this payload, as it is sent.
std::string packet(std::string_view payload);
/// Two digits a byte.
std::string to_hex(std::span<const std::byte> bytes);

// These remove what they read from the start of the text.
/// Throws Refused if there is no number, or one of more than 64 bits.
std::uint64_t take_number(std::string_view& text);
/// Bytes of two digits. Throws Refused.
std::string take_bytes(std::string_view& text, std::uint64_t count);
/// False: the text starts otherwise.
bool take(std::string_view& text, std::string_view start);
/// Throws Refused if the text starts otherwise.
void expect(std::string_view& text, std::string_view start);

/// Splits what comes from gdb into packets.
class PacketReader {
 public:
  /// A packet that grows beyond this is dropped.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 16;
  enum class Kind : std::uint8_t { kPacket, kDamaged, kInterrupt };
  struct Event {
    Kind kind;
    std::string payload{};
  };

  void add(std::string_view bytes) { bytes_ += bytes; }
  /// The next event; none until more bytes come.
  std::optional<Event> next();

 private:
  std::string bytes_;
};

}  // namespace gputm::debug
