// Shared state of KILO TM's sides at the cores and at the partitions: the commit-ID vendor, the messages in
// flight, and the owner of each ID.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engines/eapg/eapg.h"
#include "engines/kilo/kilo_config.h"
#include "engines/kilo/unit_positions.h"
#include "memory/packet.h"
#include "tm/commit_messages.h"
#include "tm/commit_unit.h"
#include "tm/message_pool.h"

namespace gputm::engines::kilo {

/// Lane that owns a commit ID in flight
struct IdOwner {
  std::uint16_t core = 0;
  std::uint8_t warp = 0;
  std::uint8_t lane = 0;
  bool waited_for = false;  ///< the lane still expects messages about this ID
  bool last = false;        ///< last of the IDs allocated together to its warp
};

struct CommitProtocol {
  KiloConfig config;
  unsigned ring_entries = 0;  ///< ring entries of each commit unit: maximum number of IDs in flight
  std::unique_ptr<tm::CommitIdVendor> vendor;
  tm::CommitWatcher* watcher = nullptr;  ///< null: no observer
  tm::MessagePool messages{};
  std::vector<IdOwner> id_owners = std::vector<IdOwner>(1U << 16);
  std::uint64_t retired_everywhere = 0;  ///< IDs below this (not wrapped) have retired in all commit units

  std::vector<UnitPositions> positions{};  ///< by partition
  std::unique_ptr<eapg::Eapg> eapg;        ///< null: kilo.eapg=off

  /// Whether each commit unit has IDs of its own.
  bool dense_ids() const { return config.skip_messages == SkipMessages::kNone; }
  bool privatizes() const { return config.privatization == Privatization::kSafe; }
  /// Full ID of a 16-bit ID in flight.
  std::uint64_t unwrap(tm::CommitId id) const {
    return retired_everywhere +
           static_cast<std::uint16_t>(id - static_cast<tm::CommitId>(retired_everywhere));
  }
};

// Messages about one ID are frequent, so they are packet payloads themselves. Other payloads of kTmData and
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

/// Packet payload for a message of a commit unit to a core.
constexpr std::uint32_t reply_payload(const tm::ReplyWord& word) {
  return static_cast<std::uint32_t>(word.kind) << 16 | word.id;
}
/// Payload of a packet with several messages: the handle of a tm::Message with them
constexpr std::uint32_t kMergedReplies = 0x8000'0000U;
constexpr std::uint32_t merged_reply_payload(std::uint32_t message) { return kMergedReplies | message; }
/// Payload of a notice: the ID, the last one of its warp, and all older IDs have retired at the partition,
/// whether they had a log there or not (kilo.privatization=safe).
constexpr std::uint32_t kNotice = 0x4000'0000U;
constexpr std::uint32_t notice_payload(tm::CommitId id) { return kNotice | id; }
constexpr tm::ReplyWord reply_word(const memory::Packet& packet) {
  return {.kind = static_cast<tm::ReplyWord::Kind>(packet.payload >> 16),
          .id = static_cast<tm::CommitId>(packet.payload)};
}

}  // namespace gputm::engines::kilo
