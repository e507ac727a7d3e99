// Memory instructions in flight, in pools, so that packets carry only a handle.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/types.h"
#include "isa/execute.h"
#include "isa/instruction.h"

namespace gputm::memory {

/// Pool of T with dense, recycled handles. Elements and the tables that locate them keep their address: while
/// one thread allocates, another may use elements with handles that it got before.
template <typename T>
class Pool {
 public:
  std::uint32_t allocate() {
    if (free_.empty()) {
      const Place place = place_of(size_);
      if (place.index == 0) chunks_[place.chunk] = std::make_unique<T[]>(kFirst << place.chunk);
      return size_++;
    }
    const std::uint32_t handle = free_.back();
    free_.pop_back();
    return handle;
  }
  void release(std::uint32_t handle) { free_.push_back(handle); }
  /// The element keeps its address.
  T& operator[](std::uint32_t handle) {
    const Place place = place_of(handle);
    return chunks_[place.chunk][place.index];
  }
  std::size_t in_use() const { return size_ - free_.size(); }

 private:
  /// Chunks double in size, so that a table of them need not grow
  static constexpr unsigned kFirstBits = 6;
  static constexpr std::uint32_t kFirst = 1U << kFirstBits;
  struct Place {
    unsigned chunk;
    std::uint32_t index;
  };
  static Place place_of(std::uint32_t handle) {
    const std::uint64_t place = std::uint64_t{handle} + kFirst;
    const auto bits = static_cast<unsigned>(std::bit_width(place)) - 1;
    return {bits - kFirstBits, static_cast<std::uint32_t>(place - (std::uint64_t{1} << bits))};
  }

  std::array<std::unique_ptr<T[]>, 33 - kFirstBits> chunks_;
  std::uint32_t size_ = 0;  ///< allocated items
  std::vector<std::uint32_t> free_;
};

/// Core that owns an element of a CorePools, and the element's number among those of that core
constexpr unsigned kCoreBits = 8;
constexpr unsigned core_of_handle(std::uint32_t handle) { return handle & ((1U << kCoreBits) - 1); }
constexpr std::uint32_t index_in_core(std::uint32_t handle) { return handle >> kCoreBits; }

/// A pool for each core: threads that simulate different cores may allocate and release at the same time.
template <typename T>
class CorePools {
 public:
  explicit CorePools(unsigned cores) : pools_(cores) {}

  std::uint32_t allocate(unsigned core) { return pools_[core].pool.allocate() << kCoreBits | core; }
  void release(std::uint32_t handle) { pools_[core_of_handle(handle)].pool.release(index_in_core(handle)); }
  T& operator[](std::uint32_t handle) { return pools_[core_of_handle(handle)].pool[index_in_core(handle)]; }
  std::size_t in_use() const {
    std::size_t sum = 0;
    for (const Aligned& core : pools_) sum += core.pool.in_use();
    return sum;
  }

 private:
  struct alignas(64) Aligned {
    Pool<T> pool;
  };
  std::vector<Aligned> pools_;
};

/// Memory instruction of a warp, from issue until its last segment has returned
struct WarpAccess {
  /// How the partition that orders the access exchanges its values
  enum class Values : std::uint8_t {
    kRegister,  ///< as the instruction specifies: the loaded value goes to rd
    kWords,     ///< whole aligned words, for the TM system that made or took the access
    kNone       ///< not exchanged: timing only (values were exchanged at issue, or wait for a commit)
  };
  /// Receiver of the completion, which writes the registers
  enum class Owner : std::uint8_t {
    kCore,
    kGlobalSystem,  ///< TM system of global memory
    kLocalSystem    ///< TM system of local memory, if different
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  isa::Op op = isa::Op::kIllegal;
  Values values = Values::kRegister;
  Owner owner = Owner::kCore;
  std::uint8_t rd = 0;  ///< row of isa::WarpRegisters::x() of the destination; 0: none
  std::uint16_t core = 0;
  WarpId warp;
  bool transactional = false;      ///< issued inside a transaction
  std::uint32_t first_thread = 0;  ///< global thread id of lane 0
  std::uint32_t moment = 0;        ///< transactions of the launch that had begun at its issue
  std::uint32_t epoch = 0;         ///< epoch of its warp at its issue: number of loads and similar events
  std::uint32_t part_of = kNone;   ///< access of 8 bytes of which this one is a word for a TM system
  LaneMask lanes = 0;
  LaneMask all_lanes = 0;    ///< lanes of the instruction
  LaneMask local_lanes = 0;  ///< lanes with values in `data` written by a TM system that holds local memory
  unsigned segments = 0;     ///< outstanding segments, plus holds by owners that may add more
  std::array<Address, kMaxLanes> address;
  std::array<Word, kMaxLanes> data;  ///< in: rs2 of stores and atomics; out: loaded or old values
  /// Part of an access of 8 bytes or of a custom-1 atomic that does not fit in `data`, by lane
  struct Further {
    Word high = 0;  ///< upper half of `data`
    Word desired = 0, desired_high = 0;
  };
  isa::AtomicFunction function = isa::AtomicFunction::kAdd;
  std::vector<Further> further;  ///< length of the widest warp that has used it

  /// Custom-1 atomic `op` of a lane, and the old value that it returns.
  isa::CustomAtomic custom_atomic(unsigned lane) const {
    const Further& more = further[lane];
    return {.function = function,
            .bytes = isa::access_bytes(op),
            .operand = wide_data(lane),
            .desired = isa::wide(more.desired, more.desired_high)};
  }
  /// Value of 8 bytes: stored, loaded or old.
  isa::Wide wide_data(unsigned lane) const { return isa::wide(data[lane], further[lane].high); }
  void set_wide_data(unsigned lane, isa::Wide value) {
    data[lane] = isa::low_word(value);
    further[lane].high = isa::high_word(value);
  }
};

/// Part of an access in one line: target of a request packet's payload
struct Segment {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t access = 0;
  LaneMask lanes = 0;
  Address line = 0;
  std::uint8_t words = 0;    ///< distinct words
  std::uint8_t sectors = 0;  ///< as Packet::sectors; of a load that fetches for the L1, those fetched
  // Loads through the L1, and accesses that go past it
  bool fetches = false;          ///< the reply brings its sectors to the L1
  bool passes = false;           ///< counted by L1Cache::pass()
  bool performed = false;        ///< ordered by its partition
  std::uint32_t merged = kNone;  ///< list of loads that wait for the sectors that this one fetches
};

using AccessPool = CorePools<WarpAccess>;
using SegmentPool = CorePools<Segment>;

/// Payloads with this bit are L1 fills and write-backs, not segments; the rest is the line number
inline constexpr std::uint32_t kL1Payload = 0x8000'0000U;

}  // namespace gputm::memory
