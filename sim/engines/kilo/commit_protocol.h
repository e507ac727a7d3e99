// What KILO TM's sides at the cores and at the partitions share: the commit-id vendor, the messages on their
// way, and whom an id belongs to.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engines/kilo/kilo_config.h"
#include "memory/packet.h"
#include "tm/commit_messages.h"
#include "tm/commit_unit.h"
#include "tm/message_pool.h"

namespace gputm::engines::kilo {

/// Which lane a commit id in flight belongs to.
struct IdOwner {
  std::uint16_t core = 0;
  std::uint8_t warp = 0;
  std::uint8_t lane = 0;
  bool waited_for = false;  ///< the lane still acts on this id's messages
  bool last = false;        ///< of the ids that its warp has taken together
};

struct CommitProtocol {
  KiloConfig config;
  unsigned ring_entries = 0;  ///< of each commit unit: the ids that may be in flight at once
  std::unique_ptr<tm::CommitIdVendor> vendor;
  tm::CommitWatcher* watcher = nullptr;  ///< null: nobody looks on
  tm::MessagePool messages{};
  std::vector<IdOwner> id_owners = std::vector<IdOwner>(1U << 16);
  std::uint64_t retired_everywhere = 0;  ///< ids below this (not wrapped) have retired in all commit units

  bool privatizes() const { return config.privatization == Privatization::kSafe; }
  /// The full id of a 16-bit one in flight.
  std::uint64_t unwrap(tm::CommitId id) const {
    return retired_everywhere +
           static_cast<std::uint16_t>(id - static_cast<tm::CommitId>(retired_everywhere));
  }
};

// Messages about one id are so many that they are their packets' payloads; other payloads of kTmData and
// kTmControl are handles of a tm::Message.
constexpr std::uint32_t kOneIdPayload = 0x8000'0000U;
constexpr std::uint32_t kPassPayload = 0x1'0000U;
constexpr bool is_one_id(const memory::Packet& packet) { return (packet.payload & kOneIdPayload) != 0; }
constexpr std::uint32_t skip_payload(tm::CommitId id) { return kOneIdPayload | id; }
constexpr tm::FillWord skip_word(const memory::Packet& packet) {
  return {.kind = tm::FillWord::Kind::kSkip, .id = static_cast<tm::CommitId>(packet.payload), .skips = 1};
}
constexpr std::uint32_t final_payload(tm::CommitId id, bool passed) {
  return kOneIdPayload | (passed ? kPassPayload : 0) | id;
}
constexpr tm::ControlWord final_word(const memory::Packet& packet) {
  const bool passed = (packet.payload & kPassPayload) != 0;
  return {.kind = passed ? tm::ControlWord::Kind::kFinalPass : tm::ControlWord::Kind::kFinalFail,
          .last = true,
          .id = static_cast<tm::CommitId>(packet.payload)};
}

/// A commit unit's message to a core, as a packet's payload.
constexpr std::uint32_t reply_payload(const tm::ReplyWord& word) {
  return static_cast<std::uint32_t>(word.kind) << 16 | word.id;
}
/// Of several messages in one packet: the handle of a tm::Message with them.
constexpr std::uint32_t kMergedReplies = 0x8000'0000U;
constexpr std::uint32_t merged_reply_payload(std::uint32_t message) { return kMergedReplies | message; }
/// Of a notice: the id, the last one of its warp, has retired at the partition, whether it had a log there or
/// not, and so have all older ones (kilo.privatization=safe).
constexpr std::uint32_t kNotice = 0x4000'0000U;
constexpr std::uint32_t notice_payload(tm::CommitId id) { return kNotice | id; }
constexpr tm::ReplyWord reply_word(const memory::Packet& packet) {
  return {.kind = static_cast<tm::ReplyWord::Kind>(packet.payload >> 16),
          .id = static_cast<tm::CommitId>(packet.payload)};
}

}  // namespace gputm::engines::kilo
