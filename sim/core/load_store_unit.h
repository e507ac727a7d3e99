// Load-store unit of a core: splits memory instructions into line segments, sends global segments to the
// memory partitions, looks private ones up in the L1, and collects the replies. One L1 access and one packet
// per cycle.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "base/growing_queue.h"
#include "core/request_path.h"
#include "memory/l1_cache.h"
#include "memory/packet.h"
#include "tm/core_ports.h"

namespace gputm::core {

class LoadStoreUnit final : public tm::LogLinePort {
 public:
  LoadStoreUnit(RequestPath& path, unsigned core);

  /// Whether another memory instruction may issue.
  bool can_issue() const { return instructions_queued_ < path_.config.core.lsu_queue; }

  /// Splits the lanes of `access` into segments, one per line, and queues them for the partitions (kRead,
  /// kWrite or kAtomic).
  void issue_global(std::uint32_t access, memory::PacketKind kind) { queue_global(access, kind, false); }
  /// A load outside of transactions, which may use the L1.
  void issue_plain_load(std::uint32_t access) {
    queue_global(access, memory::PacketKind::kRead, caches_loads_);
  }
  /// As `issue_global`, for private memory: one segment per L1 line; `address` holds physical addresses.
  void issue_private(std::uint32_t access, bool write);

  // tm::LogLinePort. After a miss, `log_fills()` returns `waiter` later.
  void write_log_line(Address line) override;
  LogRead read_log_line(Address address, std::uint32_t waiter) override;

  /// One core cycle: at most one packet into the crossbar (unless `port_taken`) and one L1 access.
  void tick(Cycle now, bool port_taken);
  /// Whether the next item is a packet.
  bool waits_for_port() const {
    return !l1_requests_.empty() || (!items_.empty() && items_.front().kind == Item::Kind::kPacket);
  }
  /// Whether something is queued for `tick()`.
  bool busy() const { return !items_.empty() || !l1_requests_.empty(); }

  /// A reply for this core has arrived: a segment's, or an L1 fill.
  void reply(const memory::Packet& packet, Cycle now);

  /// Accesses with all segments returned, and waiters of completed log reads; the owner clears both.
  std::vector<std::uint32_t>& completed() { return completed_; }
  const std::vector<std::uint32_t>& completed() const { return completed_; }
  std::vector<std::uint32_t>& log_fills() { return log_fills_; }
  /// Core cycle at which the next L1 hit completes an access; ~0: none outstanding.
  Cycle next_hit() const { return hits_.empty() ? ~Cycle{0} : hits_.top().done; }
  /// Moves accesses with due L1 hits into `completed()`.
  void collect_hits(Cycle now);

  void clear_l1() { l1_.clear(); }
  const memory::L1Cache::Counters& l1_counters() const { return l1_.counters(); }
  std::uint64_t global_segments() const { return global_segments_; }

 private:
  struct Item {
    enum class Kind : std::uint8_t { kPacket, kLoad, kPrivateRead, kPrivateWrite, kLogWrite };
    Kind kind = Kind::kPacket;
    bool last_of_instruction = false;
    memory::Packet packet;      ///< kPacket, kLoad
    Address line = 0;           ///< for the other kinds
    std::uint32_t segment = 0;  ///< kPrivateRead, kPrivateWrite
  };
  struct Waiter {
    Address line;
    std::uint32_t segment;
    bool is_log;
  };
  struct Hit {
    Cycle done;
    std::uint32_t segment;
    bool operator>(const Hit& other) const { return done > other.done; }
  };

  /// Whether there is room for the packets of a miss: the write-back of its victim, and the fetch.
  bool can_miss() const { return l1_requests_.size() + 2 <= path_.config.l1.request_queue; }
  void queue_global(std::uint32_t access, memory::PacketKind kind, bool cached);
  void split(std::uint32_t access, unsigned line_bytes);
  bool load(memory::Packet packet, Cycle now);
  void leave(const memory::Packet& packet);
  void fetched(std::uint32_t segment, Cycle now);
  void segment_back(std::uint32_t segment);
  void request(memory::PacketKind kind, Address line);
  memory::L1Cache::Outcome access_l1(Address line, bool write, bool whole_line);

  RequestPath& path_;
  unsigned core_;
  unsigned sector_bytes_;
  unsigned sector_shift_;
  bool caches_loads_;  ///< the L1 holds global data, too
  memory::L1Cache l1_;
  GrowingQueue<Item> items_;
  GrowingQueue<memory::Packet> l1_requests_;  ///< fetches and write-backs waiting for the crossbar
  std::priority_queue<Hit, std::vector<Hit>, std::greater<>> hits_;
  std::vector<Waiter> waiters_;
  std::vector<std::uint32_t> split_;  ///< segments of the access being issued
  std::vector<std::uint32_t> completed_;
  std::vector<std::uint32_t> log_fills_;
  unsigned instructions_queued_ = 0;
  std::uint64_t global_segments_ = 0;
  bool l1_used_ = false;  ///< L1 port used in this cycle
};

}  // namespace gputm::core
