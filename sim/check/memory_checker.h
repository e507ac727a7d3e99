// Illegal accesses, and use of freed or of uninitialised device memory.
#pragma once

#include <map>
#include <vector>

#include "check/findings.h"
#include "core/access_observer.h"

namespace gputm::check {

class MemoryChecker final : public core::AccessObserver {
 public:
  /// `undefined_shared`: shared memory has no defined contents at a block's start.
  MemoryChecker(Reports& reports, bool undefined_shared)
      : reports_(reports), undefined_shared_(undefined_shared) {}

  /// The contents of the allocation at this address are undefined from now on.
  void undefined(Address address);
  void freed(Address address);

  std::size_t guard_bytes() const override { return kGuardBytes; }
  void allocated(const memory::Allocation& allocation) override;
  void host_wrote(Address address, std::size_t bytes) override;
  void launch_begins(const MachineConfig& machine, const memory::BackingStore& memory,
                     const core::BlockShape& shape) override;
  void block_begins(unsigned core, unsigned slot, std::uint32_t block) override;
  bool refused(const core::Warp& warp, LaneMask lanes, const std::string& what) override;
  void accesses(const core::Warp& warp, const core::LaneSpaces& spaces,
                const memory::WarpAccess& access) override;

 private:
  static constexpr std::size_t kGuardBytes = std::size_t{64} << 10;

  /// A bit for each byte that has defined contents
  class Defined {
   public:
    void reset(std::size_t bytes) { words_.assign((bytes + 63) / 64, 0); }
    bool empty() const { return words_.empty(); }
    void set(std::size_t begin, std::size_t bytes);
    bool any(std::size_t begin, std::size_t bytes) const;

   private:
    std::vector<std::uint64_t> words_;
  };
  struct Allocation {
    memory::AddressRange range;
    bool freed = false;
    Defined defined;  ///< empty: all
  };

  Allocation* find(Address address);
  void access_global(const core::Warp& warp, unsigned lane, Address address, unsigned bytes);
  void access(const core::Warp& warp, unsigned lane, Defined& defined, std::size_t offset,
              const Bytes& bytes);

  Reports& reports_;
  bool undefined_shared_;
  std::vector<Allocation> allocations_;  ///< by ascending address
  std::size_t last_ = 0;                 ///< allocation of the last access
  const memory::BackingStore* memory_ = nullptr;
  std::size_t shared_bytes_ = 0, slots_ = 0;
  std::vector<Defined> shared_;  ///< by core and block slot
};

}  // namespace gputm::check
